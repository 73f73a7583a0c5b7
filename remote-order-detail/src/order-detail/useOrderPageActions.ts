import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderPath } from 'shared/format/orderIdCode';
import { listCameFrom } from './backTo.ts';
import type { Conflict } from './ConflictDialog.tsx';
import { useMoveRest } from './useMoveRest.ts';
import { useNextOrder } from './stepping/useNextOrder.ts';

/** What the actions of one order's page share (`OrderActionsContext`), and the conflict that one of them has met. */
export function useOrderPageActions(orderId: string, seenAt: number) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const rest = useMoveRest();
  const resendRest = useMoveRest();
  const hasLeft = useHasLeft();
  const reopen = useReopen(orderId);
  const { take: takeNext } = useNextOrder();
  const actions = useMemo(
    () => ({ orderId, seenAt, onConflict: setConflict, rest, resendRest, hasLeft, reopen, takeNext }),
    [orderId, seenAt, rest, resendRest, hasLeft, reopen, takeNext],
  );
  return { actions, conflict, setConflict };
}

/** Whether the page is gone by the time that an answer comes. */
function useHasLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return useCallback(() => left.current, []);
}

/** Opens the order from wherever one has gone, with the way back to the list that one came from. */
function useReopen(orderId: string): () => void {
  const navigate = useNavigate();
  const from = listCameFrom(useLocation().state);
  return useCallback(() => void navigate(orderPath(orderId), { state: { from } }), [navigate, orderId, from]);
}
