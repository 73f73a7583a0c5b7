import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OrderDetails } from 'shared/api/orderDetails';
import type { StaleOrder } from 'shared/api/staleOrder';
import { clockTime } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import { listCameFrom } from './backTo.ts';
import type { Conflict } from './ConflictDialog.tsx';
import { useMoveRest } from './useMoveRest.ts';
import { useNextOrder } from './stepping/useNextOrder.ts';

/** What the actions of one order's page share (`OrderActionsContext`), and the conflict that one of them has met. */
export function useOrderPageActions({ order_id: orderId, version }: OrderDetails, seenAt: number, reload: () => void) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The last conflict's, also once its dialog is closed. */
  const [stale, setStale] = useState<StaleOrder | null>(null);
  const text = stale && version < stale.version ? staleText(stale) : null;
  const onConflict = useCallback((met: Conflict | null) => {
    setConflict(met);
    if (met) setStale(met.stale);
  }, []);
  const rest = useMoveRest();
  const resendRest = useMoveRest();
  const hasLeft = useHasLeft();
  const reopen = useReopen(orderId);
  const { take: takeNext } = useNextOrder();
  const actions = useMemo(
    () => ({ orderId, seenAt, onConflict, staleText: text, reload, rest, resendRest, hasLeft, reopen, takeNext }),
    [orderId, seenAt, onConflict, text, reload, rest, resendRest, hasLeft, reopen, takeNext],
  );
  const closeConflict = useCallback(() => setConflict(null), []);
  return { actions, conflict, closeConflict };
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

/** 'Max Manager moved this to Contact Customer at 10:31.' Tells the newest change of a page that is not reloaded yet. */
export function staleText({ changes }: StaleOrder): string {
  const last = changes.at(-1);
  if (!last) return 'Somebody changed this order.';
  const { by, field, to, at } = last;
  const label = field === 'process_status' && to && (orderStatus[to as OrderStatus]?.label ?? to);
  const what = label ? `moved this to ${label}` : 'changed this order';
  return `${by ?? (field === 'customer_message' ? 'The customer' : 'The product')} ${what} at ${clockTime(at)}.`;
}
