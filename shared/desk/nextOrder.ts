/** "Next order", "Next message" and "Next refund". */
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../api/client/send.ts';
import { folderCalls } from '../api/folderCalls.ts';
import { orderCalls } from '../api/orderCalls.ts';
import type { OrderRow } from '../api/orderRow.ts';
import { useAction } from './calls/useAction.ts';
import { refreshFolderCounts } from './folderCounts.ts';
import { send } from './session/send.ts';
import { useSession } from './session/session.ts';
import { toastError, toastInfo } from './toasts/toasts.ts';
import { refetchScreen, undoToastOptions } from './undo/undo.ts';

/**
 * "Next order": claims the oldest unassigned order of the folder (by default of Priority, else of New), and calls
 * `open`. If the member has left the screen, a toast offers to open the order instead.
 */
export function useNextOrder(open: (orderId: string) => void) {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  const { run, pending } = useAction(orderCalls.nextOrder, {
    toast: ({ data: { order_id, actionId } }) => ({
      ...undoToastOptions(actionId),
      moreActions: mounted.current ? [] : [{ label: `Open ${order_id}`, run: () => open(order_id) }],
    }),
    onDone: ({ data }) => {
      void refreshFolderCounts();
      if (mounted.current) open(data.order_id);
    },
    // No order is left to claim, so the screen is out of date.
    onFailed: ({ httpStatus }) => httpStatus === 404 && refetchScreen(),
  });
  return { take: (folderName?: 'newOrder' | 'priorityOrder') => void run({ folderName }), pending };
}

/** "Next message": calls `open` with the orders whose customers wait for an answer, the longest wait first. */
export const useNextMessage = (open: (orderIds: string[]) => void) =>
  useFolderRows({ orderName: 'customerMessages', limit: 100 }, (rows) => {
    if (rows.length > 0) return open(rows.map(({ order_id }) => order_id));
    toastInfo('No messages are waiting.', { id: 'next-customerMessages' });
    void refreshFolderCounts();
  });

/** "Next refund": calls `onRows` with Refund Orders, at most 500, refunded or not, sorted as in their list. */
export const useNextRefund = (onRows: (rows: OrderRow[]) => void) =>
  useFolderRows({ orderName: 'refundOrder', limit: 500 }, onRows);

/** The index of the next order after `orderId`, or else of the first, that is not refunded yet; -1 if there is none. */
export function indexOfRefund(rows: readonly OrderRow[], orderId?: string): number {
  const waits = ({ order_id, process_status }: OrderRow) => process_status === 'Refunds' && order_id !== orderId;
  const here = rows.findIndex(({ order_id }) => order_id === orderId);
  const below = rows.findIndex((row, at) => at > here && waits(row));
  return below >= 0 ? below : rows.findIndex(waits);
}

/** Reads the folder's first page when asked. Claims no order. */
function useFolderRows(
  page: { orderName: 'customerMessages' | 'refundOrder'; limit: number },
  onRows: (rows: OrderRow[]) => void,
) {
  const [pending, setPending] = useState(false);
  const take = async () => {
    if (pending) return;
    setPending(true);
    try {
      const userName = useSession.getState().user?.name;
      const { data } = await send(folderCalls.list, { ...page, page: 1, delay: 1, userName });
      onRows(data);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // An expired session has shown its own toast.
      if (error.httpStatus !== 401) toastError(error.message, { id: `next-${page.orderName}` });
    } finally {
      setPending(false);
    }
  };
  return { take: () => void take(), pending };
}
