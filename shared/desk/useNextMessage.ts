import { useState } from 'react';
import { CallError } from '../api/client/send.ts';
import { folderCalls } from '../api/folderCalls.ts';
import { refreshFolderCounts } from './folderCounts.ts';
import { send } from './session/send.ts';
import { useSession } from './session/session.ts';
import { toastError, toastInfo } from './toasts/toasts.ts';

/** "Next message": calls `open` with the orders whose customers wait for an answer, the longest wait first. */
export function useNextMessage(open: (orderIds: string[]) => void) {
  const [pending, setPending] = useState(false);
  const take = async () => {
    if (pending) return;
    setPending(true);
    try {
      const userName = useSession.getState().user?.name;
      const input = { orderName: 'customerMessages', page: 1, limit: 100, delay: 1, userName } as const;
      const { data } = await send(folderCalls.list, input);
      if (data.length > 0) return open(data.map(({ order_id }) => order_id));
      toastInfo('No messages are waiting.', { id: 'next-message' });
      void refreshFolderCounts();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // An expired session has shown its own toast.
      if (error.httpStatus !== 401) toastError(error.message, { id: 'next-message' });
    } finally {
      setPending(false);
    }
  };
  return { take: () => void take(), pending };
}
