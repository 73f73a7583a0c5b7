import { useEffect, type PointerEvent } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { useRest } from 'shared/desk';

/**
 * Reads the order of a row ahead while the pointer or the keys' cursor rests on it. Not the first row's by the cursor,
 * which stands there without anybody's doing.
 *
 * @returns what hears the pointer, for the element around the rows
 */
export function useRowsAhead(rows: readonly OrderRow[], cursor: string | null) {
  const pointer = useRest();
  const keys = useRest();
  const isMoved = cursor !== rows[0]?.order_id;
  useEffect(() => keys.on(isMoved ? cursor : null), [keys, cursor, isMoved]);
  return {
    onPointerOver: ({ target }: PointerEvent) => pointer.on(rowAt(target)),
    onPointerLeave: () => pointer.on(null),
  };
}

const rowAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest<HTMLElement>('[role=row]')?.dataset.id ?? null) : null;
