import { useCallback, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderCalls } from 'shared/api/orderCalls';
import { refreshFolderCounts, undoChoice, useAction } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { listCameFrom } from '../backTo.ts';
import { listAt } from './listAt.ts';

/**
 * "Next order" on an order's page (rules 8.20): claims the oldest of the folder that one came from when that is New Order
 * or Priority Order, else of Priority and then of New, and opens it. Who has gone elsewhere meanwhile stays there.
 */
export function useNextOrder() {
  const navigate = useNavigate();
  const from = listCameFrom(useLocation().state);
  const pressedAt = useRef('');
  const open = (orderId: string) => {
    document.documentElement.scrollTop = 0;
    void navigate(orderPath(orderId), { state: { from } });
  };
  const hasLeft = () => window.location.pathname !== pressedAt.current;
  const { run, pending } = useAction(orderCalls.nextOrder, {
    toast: ({ data, message }) => ({
      ...undoChoice(data.actionId, { words: message, orderId: data.order_id }),
      moreActions: hasLeft() ? [{ label: `Open ${data.order_id}`, run: () => open(data.order_id) }] : [],
    }),
    onDone: ({ data }) => {
      void refreshFolderCounts();
      if (!hasLeft()) open(data.order_id);
    },
  });

  const folder = from === null ? undefined : listAt(from)?.folder;
  const folderName = folder === 'newOrder' || folder === 'priorityOrder' ? folder : undefined;
  const take = useCallback(() => {
    pressedAt.current = window.location.pathname;
    void run({ folderName });
  }, [run, folderName]);
  return { take, pending };
}
