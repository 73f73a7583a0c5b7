import { useRef, useState } from 'react';
import * as v from 'valibot';
import type { Answer, Call, CallInput } from 'shared/api/call';
import { staleOrder } from 'shared/api/staleOrder';
import { type CallError, type SendOptions, undoChoice, useAction } from 'shared/desk';
import { useOrderActions } from './OrderActionsContext.ts';
import { refreshOrder } from './useOrder.ts';

interface OrderActionOptions<C extends Call> {
  /** What is told not to have happened when somebody else was faster: 'Your move to Completed was not made'. */
  notDone: (input: CallInput<C>) => string;
  onDone?: (answer: Answer<C>, input: CallInput<C>) => void;
  onFailed?: (error: CallError) => void;
}

type Files = Pick<SendOptions, 'files' | 'onUploadProgress' | 'signal'>;

/**
 * An action on the order of this page. Afterwards order and counts are read anew, and only then it is over, so that the
 * next action speaks of the order as it is now. A stale version opens the conflict dialog in place of a toast;
 * "Do it anyway" sends the same without a version.
 */
export function useOrderAction<C extends Call>(call: C, { notDone, onDone, onFailed }: OrderActionOptions<C>) {
  const { orderId, seenAt, onConflict } = useOrderActions();
  const [busy, setBusy] = useState(0);
  const refreshed = useRef<Promise<void>>(Promise.resolve());
  const lastFiles = useRef<Files | undefined>(undefined);

  const action = useAction(call, {
    onDone: (answer, input) => {
      refreshed.current = refreshOrder(orderId);
      onDone?.(answer, input);
    },
    toast: ({ data, message }) => undoChoice(actionIdOf(data), { words: message }),
    onFailed: (error, input) => {
      onFailed?.(error);
      if (error.httpStatus !== 409) return false;
      const stale = v.safeParse(staleOrder, error.body?.data);
      if (!stale.success) {
        // Somebody was faster in another way, as with an order that is already taken: show it as it is now.
        refreshed.current = refreshOrder(orderId);
        return false;
      }
      const { version: _, ...anyway } = input as Record<string, unknown>;
      onConflict({
        notDone: notDone(input),
        stale: stale.output,
        seenAt: new Date(seenAt).toISOString(),
        doAnyway: () => {
          onConflict(null);
          void run(anyway as CallInput<C>, lastFiles.current);
        },
      });
      return true;
    },
  });

  const run = async (input: CallInput<C>, files?: Files): Promise<Answer<C> | null> => {
    lastFiles.current = files;
    setBusy((count) => count + 1);
    try {
      const answer = await action.run(input, files);
      await refreshed.current;
      return answer;
    } finally {
      setBusy((count) => count - 1);
    }
  };

  return { run, pending: busy > 0 };
}

/** What can be undone says so in its answer: moves, assigning, restoring; not a refund, a remark alone or a mail. */
const actionIdOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'actionId' in data && typeof data.actionId === 'string'
    ? data.actionId
    : null;
