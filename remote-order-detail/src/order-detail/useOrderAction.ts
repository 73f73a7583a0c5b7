import { useRef, useState } from 'react';
import * as v from 'valibot';
import type { Answer, Call, CallInput } from 'shared/api/call';
import { staleOrder } from 'shared/api/staleOrder';
import {
  type CallError,
  dismissToast,
  type SendOptions,
  toastError,
  type ToastAction,
  undoChoice,
  useAction,
} from 'shared/desk';
import { useOrderActions } from './OrderActionsContext.ts';
import { refreshOrder } from './useOrder.ts';

interface OrderActionOptions<C extends Call> {
  /** What is told not to have happened when somebody else was faster: 'Your move to Completed was not made'. */
  notDone: (input: CallInput<C>) => string;
  /** Whether it takes the order to another status. Then presses rest after it, and its toast leads to the next order. */
  moves?: (input: CallInput<C>) => boolean;
  onDone?: (answer: Answer<C>, input: CallInput<C>) => void;
  /** True: said in the page, so neither toast nor conflict. */
  onFailed?: (error: CallError, input: CallInput<C>) => boolean | void;
  /** What the toast offers beside, or instead of, taking the action back. */
  toast?: (answer: Answer<C>) => { id?: string; lasts?: number; action?: ToastAction };
}

type Files = Pick<SendOptions, 'files' | 'onUploadProgress' | 'signal'>;

/**
 * An action on the order of this page. Afterwards order and counts are read anew, and only then it is over, so that the
 * next action speaks of the order as it is now; for 800 ms after a move no other is made. A stale version opens the
 * conflict dialog in place of a toast; "Do it anyway" sends the same without a version. After a conflict,
 * actions are refused until the order is reloaded. If the person has left the page by then, a toast tells them.
 */
export function useOrderAction<C extends Call>(
  call: C,
  { notDone, moves, onDone, onFailed, toast }: OrderActionOptions<C>,
) {
  const { orderId, seenAt, onConflict, staleText, reload, rest, hasLeft, reopen, takeNext } = useOrderActions();
  const [busy, setBusy] = useState(0);
  const refreshed = useRef<Promise<void>>(Promise.resolve());
  const lastFiles = useRef<Files | undefined>(undefined);

  const action = useAction(call, {
    onDone: (answer, input) => {
      refreshed.current = refreshOrder(orderId);
      onDone?.(answer, input);
    },
    toast: (answer, input) => {
      const undo = undoChoice(actionIdOf(answer.data), { words: answer.message, orderId });
      const choice = { id: 'order', ...undo, ...toast?.(answer) };
      takePlaceOfLast(choice.id);
      return { ...choice, ...(moves?.(input) && { moreActions: [{ label: 'Next order (N)', run: takeNext }] }) };
    },
    onFailed: (error, input) => {
      const saidInPage = onFailed?.(error, input) === true || opensConflict(error, input);
      if (saidInPage && hasLeft()) {
        refreshed.current = refreshOrder(orderId);
        toastError(`${notDone(input)}.`, {
          detail: `Order ${orderId}: ${error.message}`,
          action: { label: `Open ${orderId}`, run: reopen },
        });
      }
      return saidInPage;
    },
  });

  const opensConflict = (error: CallError, input: CallInput<C>): boolean => {
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
        void send(anyway as CallInput<C>, lastFiles.current);
      },
    });
    return true;
  };

  const run = async (input: CallInput<C>, files?: Files): Promise<Answer<C> | null> => {
    // A waiting e-mail can be taken back from any page.
    if (!staleText || !('orderId' in (input as object))) return send(input, files);
    toastError(staleText, { id: 'stale', action: { label: 'Reload', run: reload } });
    return null;
  };

  const send = async (input: CallInput<C>, files?: Files): Promise<Answer<C> | null> => {
    const isMove = moves?.(input) ?? false;
    if (isMove && rest.isResting()) return null;
    lastFiles.current = files;
    setBusy((count) => count + 1);
    try {
      const answer = await action.run(input, files);
      await refreshed.current;
      if (isMove && answer) rest.begin();
      return answer;
    } finally {
      setBusy((count) => count - 1);
    }
  };

  return { run, pending: busy > 0 };
}

let lastToast: string | null = null;

/** What was told before does not come back once this toast has gone: one shows at a time here. `Z` knows them all. */
function takePlaceOfLast(id: string) {
  if (lastToast && lastToast !== id) dismissToast(lastToast);
  lastToast = id;
}

/** What can be undone says so in its answer: moves, assigning, restoring; not a refund, a remark alone or a mail. */
const actionIdOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'actionId' in data && typeof data.actionId === 'string'
    ? data.actionId
    : null;
