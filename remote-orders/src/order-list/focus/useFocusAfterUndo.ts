import { useEffect } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { findBroughtBack, useLastAction } from 'shared/desk';
import { isTyping } from './useListFocus.ts';

/** After Undo the focus goes to the row that came back, unless somebody types meanwhile. */
export function useFocusAfterUndo(rows: readonly OrderRow[], moveTo: (orderId: string) => void) {
  const waiting = useLastAction(({ broughtBack }) => broughtBack);
  useEffect(() => {
    if (!waiting) return;
    const orderId = findBroughtBack(rows.map((row) => row.order_id));
    if (orderId && !isTyping()) moveTo(orderId);
    // Only rows or an Undo bring it back; `moveTo` is new at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, waiting]);
}
