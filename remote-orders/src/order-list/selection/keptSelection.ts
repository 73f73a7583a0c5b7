/** What was selected in a list when an order was opened from it: who comes back to that list finds it again. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useSession } from 'shared/desk';
import { orderLeftIn } from 'shared/rules/listTrail';

let kept: { address: string; selected: unknown } | null = null;

// It holds names: it is nothing for whoever signs in next.
useSession.subscribe(() => {
  kept = null;
});

/**
 * State of a list that outlives the opening of an order: it begins with what `keep` was told, when one comes back to the
 * same address by the browser's Back or by the order's own way back; else with `nothing`.
 */
export function useKeptSelection<Selected>(nothing: Selected) {
  const { pathname, search, state } = useLocation();
  const address = pathname + search;
  const comesBack = useNavigationType() === 'POP' || orderLeftIn(state) !== null;
  const [selected, set] = useState(() =>
    comesBack && kept?.address === address ? (kept.selected as Selected) : nothing,
  );
  useEffect(() => {
    kept = null;
  }, []);
  const keep = () => {
    kept = { address, selected };
  };
  return { selected, set, keep };
}
