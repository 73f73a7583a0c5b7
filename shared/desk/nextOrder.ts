/** "Next order", "Next message", "Next refund" and "Next dispute". */
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../api/client/send.ts';
import { defencePackCalls } from '../api/defencePackCalls.ts';
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
  useReading(
    () => readFolder('customerMessages', 100),
    (rows) => {
      if (rows.length > 0) return open(rows.map(({ order_id }) => order_id));
      toastInfo('No messages are waiting.', { id: 'next' });
      void refreshFolderCounts();
    },
  );

/**
 * "Next refund": calls `open` with up to 500 orders, as listed in Refund Orders. `at` is the index of the next order to
 * refund after `orderId`, or else of the first one. If none is left, a toast says so, and `at` is -1.
 */
export const useNextRefund = (open: (orderIds: string[], at: number) => void, orderId?: string) =>
  useReading(
    () => readFolder('refundOrder', 500),
    (rows) => {
      const waits = ({ order_id, process_status }: OrderRow) => process_status === 'Refunds' && order_id !== orderId;
      const here = rows.findIndex(({ order_id }) => order_id === orderId);
      const below = rows.findIndex((row, at) => at > here && waits(row));
      const at = below >= 0 ? below : rows.findIndex(waits);
      if (at < 0) toastInfo('No more refunds are waiting.', { id: 'next' });
      open(
        rows.map(({ order_id }) => order_id),
        at,
      );
    },
  );

/**
 * "Next dispute": calls `open` with the ten most urgent orders in Charge Back. `at` is the index of the order after
 * `orderId`, or else of the first one. Without another order, a toast says so, and `at` is -1.
 */
export const useNextDispute = (open: (orderIds: string[], at: number) => void, orderId?: string) =>
  useReading(
    () => send(defencePackCalls.disputes, { page: 1, limit: 10 }),
    (rows) => {
      const orderIds = rows.map(({ order_id }) => order_id);
      const next = orderIds[orderIds.indexOf(orderId ?? '') + 1] ?? orderIds[0];
      if (next !== undefined && next !== orderId) return open(orderIds, orderIds.indexOf(next));
      toastInfo('No more disputes are waiting.', { id: 'next' });
      void refreshFolderCounts();
      open(orderIds, -1);
    },
  );

const readFolder = (orderName: 'customerMessages' | 'refundOrder', limit: number) =>
  send(folderCalls.list, { orderName, limit, page: 1, delay: 1, userName: useSession.getState().user?.name });

/** The returned `take` calls `read` and passes the rows to `onRows`. Claims no order. */
function useReading<Row>(read: () => Promise<{ data: Row[] }>, onRows: (rows: Row[]) => void) {
  const [pending, setPending] = useState(false);
  const take = async () => {
    if (pending) return;
    setPending(true);
    try {
      onRows((await read()).data);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // An expired session has shown its own toast.
      if (error.httpStatus !== 401) toastError(error.message, { id: 'next' });
    } finally {
      setPending(false);
    }
  };
  return { take: () => void take(), pending };
}
