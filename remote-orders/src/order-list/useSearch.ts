import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { maxSearchLength } from 'shared/api/fields/listFilter';
import type { ShownList } from './useOrderList.ts';

const debounceMs = 500;

interface Box {
  text: string;
  term: string;
  /** The term that the box has last written to the URL. */
  wrote: string | null;
  /** The history entry whose term the box shows. */
  entry: string;
}

const termOf = (text: string) => text.trim().slice(0, maxSearchLength);

/**
 * A list's search, kept in the URL (`?q=`), so that links and Back work. Only starting and ending a search add history
 * entries. A new term starts at page 1.
 */
export function useSearch() {
  const [address, setAddress] = useSearchParams();
  const term = termOf(address.get('q') ?? '');
  const { key: entry } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [box, setBox] = useState<Box>({ text: term, term, wrote: null, entry });
  if (box.term !== term || box.entry !== entry) {
    // Back and Forward discard typed text; changing the page keeps it.
    const keepsText = box.term === term ? !isBack : box.wrote === term;
    setBox({ text: keepsText ? box.text : term, term, wrote: box.term === term ? box.wrote : null, entry });
  }

  const go = (next: string) => {
    if (next === term) return;
    setBox((now) => ({ ...now, wrote: next }));
    setAddress(
      (now) => {
        const then = new URLSearchParams(now);
        then.delete('page');
        if (next) then.set('q', next);
        else then.delete('q');
        return then;
      },
      { replace: term !== '' && next !== '' },
    );
  };

  const typed = termOf(box.text);
  const waits = typed !== term && box.wrote !== typed;
  const goTyped = useEffectEvent(() => go(typed));
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => goTyped(), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, waits]);

  return {
    term,
    text: box.text,
    type: (text: string) => setBox((now) => ({ ...now, text })),
    /** Searches without the delay, and returns the term. */
    now: () => {
      go(typed);
      return typed;
    },
    clear: () => {
      setBox((now) => ({ ...now, text: '' }));
      go('');
    },
  };
}

export type Search = ReturnType<typeof useSearch>;

/** Opens the order if a search finds only one. Returns the handler for Enter; its argument is the term. */
export function useOpenOnly(shown: ShownList | null, typed: string, open: () => void): (term: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  // More typing starts another search, so forget the Enter.
  if (wanted !== null && typed.trim() !== wanted) setWanted(null);
  const isFound = wanted !== null && shown?.term === wanted;
  const openOnly = useEffectEvent(() => {
    setWanted(null);
    if (wanted !== '' && !shown?.isOld && shown?.total === 1) open();
  });
  useEffect(() => {
    if (isFound) openOnly();
  }, [isFound]);
  return setWanted;
}

/** "12", or "1,000+" if the API stopped counting. */
export const foundCount = ({ total, more }: { total: number; more: boolean }) =>
  `${total.toLocaleString('en-GB')}${more ? '+' : ''}`;
