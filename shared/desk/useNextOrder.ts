import { useEffect, useRef } from 'react';
import { orderCalls } from '../api/orderCalls.ts';
import { useAction } from './calls/useAction.ts';
import { refreshFolderCounts } from './folderCounts.ts';
import { refetchScreen, undoToastOptions } from './undo/undo.ts';

/**
 * "Next order": claims the oldest unassigned order of the folder, or by default of Priority and then New, and calls
 * `open`. If the member has left the screen, a toast offers to open it instead.
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
    // The screen is out of date.
    onFailed: ({ httpStatus }) => httpStatus === 404 && refetchScreen(),
  });
  return { take: (folderName?: 'newOrder' | 'priorityOrder') => void run({ folderName }), pending };
}
