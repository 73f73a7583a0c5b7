import { createContext, type RefObject, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Answer, Call, CallInput } from 'shared/api/call';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type OrderChange, staleOrder, type StaleOrder } from 'shared/api/staleOrder';
import {
  type CallError,
  dismissToast,
  type SendOptions,
  type ToastAction,
  toastError,
  toastInfo,
  undoToastOptions,
  useAction,
} from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { useIsMounted, useOnline } from 'shared/kit/base';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import { readListUrl, useNextInList } from './OrderStepper.tsx';
import { cachedOrder, refreshOrder } from './useOrder.ts';

export interface Conflict {
  /** 'Your move to Completed wasn’t saved'. */
  failureText: string;
  stale: StaleOrder;
  /** When the displayed order was loaded. */
  seenAt: string;
  doAnyway: () => void;
}

interface OrderActionOptions<C extends Call> {
  /** Says what failed, also in the conflict dialog: 'Your move to Completed wasn’t saved'. */
  failureText: (input: CallInput<C>) => string;
  /** Whether the action changes the status. If so, a cooldown follows. */
  moves?: (input: CallInput<C>) => boolean;
  onDone?: (answer: Answer<C>, input: CallInput<C>) => void;
  /** Return true if the page shows the error, to skip toast and conflict dialog. */
  onFailed?: (error: CallError, input: CallInput<C>) => boolean | void;
  toast?: (answer: Answer<C>) => { id?: string; durationMs?: number; action?: ToastAction };
}

type Files = Pick<SendOptions, 'files' | 'onUploadProgress' | 'signal'>;

/**
 * An action on this page's order. It is pending until the order is refetched, so that the next action has the current
 * version; `waits` means pending or offline. For `cooldownMs` after a move, moves are ignored. A stale version opens
 * the conflict dialog; "Do it anyway" sends no version. After a conflict, actions are refused until a reload. If the
 * member has left the page, a toast reports errors.
 */
export function useOrderAction<C extends Call>(
  call: C,
  { failureText, moves, onDone, onFailed, toast }: OrderActionOptions<C>,
) {
  const { orderId, seenAt, onConflict, staleText, reload, moveCooldown, setMovedTo, hasLeft, reopen, last } =
    useOrderActions();
  const online = useOnline();
  const [busy, setBusy] = useState(0);
  const refreshed = useRef<Promise<void>>(Promise.resolve());
  const lastFiles = useRef<Files | undefined>(undefined);

  const action = useAction(call, {
    failureText,
    onDone: (answer, input) => {
      refreshed.current = refreshOrder();
      onDone?.(answer, input);
    },
    toast: (answer) => {
      // Call `toast` first, because it may record an email for the hint next to Undo.
      const own = toast?.(answer);
      const choice = { id: 'order', ...undoToastOptions(actionIdOf(answer.data)), ...own };
      replaceLastToast(choice.id);
      return choice;
    },
    onFailed: (error, input) => {
      const saidInPage = onFailed?.(error, input) === true || opensConflict(error, input);
      if (saidInPage && hasLeft()) {
        refreshed.current = refreshOrder();
        toastError(`${failureText(input)}.`, {
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
      // For other conflicts, such as an order already claimed, refetch the order.
      refreshed.current = refreshOrder();
      return false;
    }
    const { version: _, ...anyway } = input as Record<string, unknown>;
    onConflict({
      failureText: failureText(input),
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
    // Calls about a queued email have no order id, and are always allowed.
    if (!staleText || !('orderId' in (input as object))) return send(input, files);
    toastError(staleText, { id: 'stale', action: { label: 'Reload', run: reload } });
    return null;
  };

  /** Waits for this page's pending action, so that the member's own change does not cause a conflict. */
  const send = (input: CallInput<C>, files?: Files): Promise<Answer<C> | null> => {
    // An upload may take minutes, so it does not wait for other actions, and they do not wait for it.
    if (files) return sendNow(input, files);
    const before = last.current;
    const sent = before ? before.then((done) => sendNow(done ? withOwnChange(orderId, input) : input)) : sendNow(input);
    last.current = sent.catch(() => null);
    return sent;
  };

  const sendNow = async (input: CallInput<C>, files?: Files): Promise<Answer<C> | null> => {
    const isMove = moves?.(input) ?? false;
    if (isMove && moveCooldown.isActive()) return null;
    lastFiles.current = files;
    setBusy((count) => count + 1);
    try {
      const answer = await action.run(input, files);
      await refreshed.current;
      if (isMove && answer) {
        moveCooldown.start();
        setMovedTo((input as { updatingStatus?: string }).updatingStatus);
      }
      return answer;
    } finally {
      setBusy((count) => count - 1);
    }
  };

  return { run, pending: busy > 0, waits: busy > 0 || !online };
}

/** The input with the version after the member's own change, unless others have changed the order too. */
function withOwnChange<Input>(orderId: string, input: Input): Input {
  const version = (input as { version?: number }).version! + 1;
  return cachedOrder(orderId)?.version === version ? { ...input, version } : input;
}

let lastToast: string | null = null;

/** Dismisses the previous toast, because this page shows one at a time. `Z` still undoes that toast's action. */
function replaceLastToast(id: string) {
  if (lastToast && lastToast !== id) dismissToast(lastToast);
  lastToast = id;
}

/** The action's id, or null. Only actions that can be undone, such as moves, have an id. */
const actionIdOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'actionId' in data && typeof data.actionId === 'string'
    ? data.actionId
    : null;

type OrderActions = ReturnType<typeof useOrderPageActions>['actions'];

export const OrderActionsContext = createContext<OrderActions | null>(null);

export function useOrderActions(): OrderActions {
  const actions = useContext(OrderActionsContext);
  if (!actions) throw new Error('useOrderActions must be used inside the order page');
  return actions;
}

interface OrderPageActions {
  order: OrderDetails;
  seenAt: number;
  reload: () => void;
  /** Whether a document is being sent. */
  isSending: RefObject<boolean>;
}

export function useOrderPageActions({ order, seenAt, reload, isSending }: OrderPageActions) {
  const { order_id: orderId, version } = order;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** Kept after the conflict dialog is closed. */
  const [stale, setStale] = useState<StaleOrder | null>(null);
  const mounted = useIsMounted();
  const navigate = useNavigate();
  const from = readListUrl(useLocation().state);
  const { folder, takesMessage, nextLabel, takeNext } = useNextInList(order);
  const showMessages = useEffectEvent(() => {
    if (folder === 'customerMessages' && order.customer_wrote) document.getElementById('messages')?.scrollIntoView();
  });
  // An order opened from Messages starts at its conversation.
  useEffect(() => showMessages(), []);
  const [movedTo, setMovedTo] = useState<string>();
  const moveCooldown = useCooldown();
  /** Started by an upload or a resend. */
  const mailCooldown = useCooldown();
  const last = useRef<Promise<unknown>>(null);
  const actions = {
    orderId,
    /** The status of the member's last move on this page. */
    movedTo,
    setMovedTo,
    /** The page's last action, for which the next one waits. */
    last,
    seenAt,
    reload,
    moveCooldown,
    mailCooldown,
    onConflict: (met: Conflict | null) => {
      setConflict(met);
      if (met) setStale(met.stale);
    },
    /** After a conflict, the reason why actions are refused until a reload. */
    staleText: stale && version < stale.version ? staleText(stale) : null,
    /** Whether a move must wait, because a document being sent would make its version stale. Shows a toast if so. */
    refuseWhileSending: () => {
      if (isSending.current)
        toastInfo('Your document is still being sent. You can move the order once it has been sent.', { id: 'order' });
      return isSending.current;
    },
    hasLeft: () => !mounted.current,
    /** Opens the order again, and keeps the list for its back link. */
    reopen: () => void navigate(orderPath(orderId), { state: { from } }),
    takesMessage,
    nextLabel,
    takeNext,
  };
  return { actions, conflict, closeConflict: () => setConflict(null) };
}

/** 'Max Manager moved this to Contact Customer at 10:31 (UTC).' */
export function staleText({ changes }: StaleOrder): string {
  const last = changes.at(-1);
  if (!last) return 'Someone changed this order.';
  const { field, to, at } = last;
  const label = field === 'process_status' && to && (orderStatus[to as OrderStatus]?.label ?? to);
  const what = label ? `moved this to ${label}` : 'changed this order';
  return `${authorOf(last)} ${what} at ${clockTime(at)} (UTC).`;
}

/** The author's name, or 'The customer', or 'Arrival Desk' for automatic changes. */
export const authorOf = ({ by, field }: OrderChange): string =>
  by ?? (field === 'customer_message' ? 'The customer' : 'Arrival Desk');

/** In milliseconds: longer than a double press, shorter than it takes to see the next button and press it. */
const cooldownMs = 400;

function useCooldown() {
  const until = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(false);
  return {
    /** Whether buttons should look disabled, because they ignore presses. */
    shown,
    start: () => {
      until.current = performance.now() + cooldownMs;
      setShown(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setShown(false), cooldownMs);
    },
    isActive: () => performance.now() < until.current,
  };
}
