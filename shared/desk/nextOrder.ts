/** "Next order", "Next message" and "Next refund", on the dashboard, in lists and on an order's page. */
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../api/call.ts';
import { CallError } from '../api/client/send.ts';
import { folderCalls } from '../api/folderCalls.ts';
import { orderCalls } from '../api/orderCalls.ts';
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
  useFolderOrders('customerMessages', ({ data }) => {
    if (data.length > 0) return open(data.map(({ order_id }) => order_id));
    toastInfo('No messages are waiting.', { id: 'next-customerMessages' });
    void refreshFolderCounts();
  });

/** "Next refund": calls `found` with the orders of Refunds that are not refunded yet, at most 500; empty if none is. */
export const useNextRefund = (found: (orderIds: string[]) => void) =>
  useFolderOrders('refundOrder', ({ data }) =>
    found(data.filter(({ process_status }) => process_status === 'Refunds').map(({ order_id }) => order_id)),
  );

/** Reads the folder's first 500 orders when asked. Claims none. */
function useFolderOrders(
  folder: 'customerMessages' | 'refundOrder',
  onRead: (answer: Answer<typeof folderCalls.list>) => void,
) {
  const [pending, setPending] = useState(false);
  const take = async () => {
    if (pending) return;
    setPending(true);
    try {
      const userName = useSession.getState().user?.name;
      onRead(await send(folderCalls.list, { orderName: folder, page: 1, limit: 500, delay: 1, userName }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // An expired session has shown its own toast.
      if (error.httpStatus !== 401) toastError(error.message, { id: `next-${folder}` });
    } finally {
      setPending(false);
    }
  };
  return { take: () => void take(), pending };
}
