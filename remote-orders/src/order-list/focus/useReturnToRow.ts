import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { OrderRow } from 'shared/api/orderRow';
import { orderLeftIn } from 'shared/rules/listTrail';
import { isTyping, type ListFocus } from './useListFocus.ts';

interface RowLeft {
  orderId: string;
  /** Its place among the rows. */
  row: number;
}

/** By the history entry of the list that was left for an order: Back comes to that very entry. */
const leftAt = new Map<string, RowLeft>();

/**
 * Who comes back from an order finds the focus on its row, or on the one that took its place: by the browser's Back, and
 * by the order page's own way back, which names the order in the entry's state. Unless they type before the rows are
 * here: a letter meant for the search would be a key of the list.
 */
export function useReturnToRow(rows: readonly OrderRow[], moveTo: ListFocus['moveTo']) {
  const { key, pathname, search, state } = useLocation();
  /** The history entry that was come to, with its rows. */
  const arrivedAt = useRef<string | null>(null);

  // A list that is left and kept meanwhile is come to again, by the browser's Back at the same entry.
  useEffect(
    () => () => {
      arrivedAt.current = null;
    },
    [],
  );

  useEffect(() => {
    if (arrivedAt.current === key || rows.length === 0) return;
    arrivedAt.current = key;
    const wanted = leftAt.get(key) ?? namedIn(state);
    if (!wanted) return;
    leftAt.delete(key);
    const { orderId, row } = wanted;
    const here = rows.some((order) => order.order_id === orderId) ? orderId : (rows[row] ?? rows.at(-1))?.order_id;
    if (here && !isTyping()) moveTo(here, { whenDrawn: true });
    // Once for each entry, with its first rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, key]);

  return {
    /** What a link to an order takes along: the way back. */
    from: pathname + search,
    /** Before an order is opened from its row. */
    leave: (orderId: string) => {
      const left = { orderId, row: rows.findIndex((order) => order.order_id === orderId) };
      leftAt.set(key, left);
      lastLeft = left;
    },
  };
}

let lastLeft: RowLeft | undefined;

function namedIn(state: unknown): RowLeft | undefined {
  const orderId = orderLeftIn(state);
  if (orderId === null) return undefined;
  return lastLeft?.orderId === orderId ? lastLeft : { orderId, row: 0 };
}
