import type { OrderRow } from 'shared/api/orderRow';
import { useShortcuts } from 'shared/desk';

interface ListKeys {
  rows: readonly OrderRow[];
  /** The row the keys are about. */
  cursor: string | null;
  moveTo: (orderId: string) => void;
  toggle: (row: OrderRow) => void;
  extendTo: (row: OrderRow) => void;
  view: (row: OrderRow) => void;
  /** False: there is nothing to assign here, and the key keeps its own meaning. */
  assign: () => void | boolean;
  refresh: () => void;
  clear: () => void | boolean;
}

/** A list's keys (rules 24.12). Next order has its own, at its button. */
export function useListKeys({ rows, cursor, moveTo, toggle, extendTo, view, assign, refresh, clear }: ListKeys) {
  const at = rows.findIndex((row) => row.order_id === cursor);
  const step = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by];
    if (!next) return false;
    moveTo(next.order_id);
  };
  const onRow = (act: (row: OrderRow) => void) => () => {
    const row = rows[at];
    if (!row) return false;
    act(row);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    // Inside the grid the arrows are the grid's own, and anywhere else those of what has the focus.
    ArrowDown: (event) => isNowhere(event) && step(1),
    ArrowUp: (event) => isNowhere(event) && step(-1),
    x: onRow(toggle),
    'Shift+X': onRow(extendTo),
    Enter: (event) => (isPressable(event) ? false : onRow(view)()),
    a: assign,
    r: refresh,
    Escape: clear,
  });
}

const isNowhere = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.matches('h1, main'));

const isPressable = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a, button, input, [role=button], [role=combobox]') !== null;
