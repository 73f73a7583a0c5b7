import { useCallback, useEffect, useRef } from 'react';
import { orderCalls } from '../../api/orderCalls.ts';
import { readAhead } from './queryOptions.ts';

/** Milliseconds on an order before it is prefetched. */
const restMs = 80;

/** Prefetches the order on which the pointer or the cursor rests. Null: none. One hook for each of the two. */
export function useRest(): (orderId: string | null) => void {
  const rest = useRef<{ orderId: string | null; timer?: ReturnType<typeof setTimeout> }>({ orderId: null });
  const on = useCallback((orderId: string | null) => {
    if (orderId === rest.current.orderId) return;
    clearTimeout(rest.current.timer);
    rest.current = { orderId };
    if (orderId) rest.current.timer = setTimeout(() => void readAhead(orderCalls.details, { orderId }), restMs);
  }, []);
  useEffect(() => () => on(null), [on]);
  return on;
}
