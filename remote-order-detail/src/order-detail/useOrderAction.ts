import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Answer, Call, CallInput } from 'shared/api/call';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { staleOrder, type StaleOrder } from 'shared/api/staleOrder';
import {
  type CallError,
  dismissToast,
  refreshFolderCounts,
  type SendOptions,
  type ToastAction,
  toastError,
  undoChoice,
  useAction,
} from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import type { Conflict } from './ConflictDialog.tsx';
import { listCameFrom, listAt } from './wayBack.ts';
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
      refreshed.current = refreshOrder();
      onDone?.(answer, input);
    },
    toast: (answer, input) => {
      const choice = { id: 'order', ...undoChoice(actionIdOf(answer.data)), ...toast?.(answer) };
      takePlaceOfLast(choice.id);
      return { ...choice, ...(moves?.(input) && { moreActions: [{ label: 'Next order (N)', run: takeNext }] }) };
    },
    onFailed: (error, input) => {
      const saidInPage = onFailed?.(error, input) === true || opensConflict(error, input);
      if (saidInPage && hasLeft()) {
        refreshed.current = refreshOrder();
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
      refreshed.current = refreshOrder();
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

/** What every action on this order shares: which order, as it was seen when, where a conflict is told, what comes next. */
interface OrderActions {
  orderId: string;
  seenAt: number;
  onConflict: (conflict: Conflict | null) => void;
  /** Why actions are refused after a conflict, until the order is reloaded; null while the page is current. */
  staleText: string | null;
  reload: () => void;
  rest: MoveRest;
  /** The same after the document was mailed again. */
  resendRest: MoveRest;
  /** Whether this page was left: what would be said in it has to be said elsewhere. */
  hasLeft: () => boolean;
  /** Opens this order, for who has left it. */
  reopen: () => void;
  /** Claims the next order and opens it. */
  takeNext: () => void;
}

export const OrderActionsContext = createContext<OrderActions | null>(null);

export function useOrderActions(): OrderActions {
  const actions = useContext(OrderActionsContext);
  if (!actions) throw new Error('An action on an order needs the page of that order around it');
  return actions;
}

/** What the actions of one order's page share (`OrderActionsContext`), and the conflict that one of them has met. */
export function useOrderPageActions({ order_id: orderId, version }: OrderDetails, seenAt: number, reload: () => void) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The last conflict's, also once its dialog is closed. */
  const [stale, setStale] = useState<StaleOrder | null>(null);
  const text = stale && version < stale.version ? staleText(stale) : null;
  const onConflict = useCallback((met: Conflict | null) => {
    setConflict(met);
    if (met) setStale(met.stale);
  }, []);
  const rest = useMoveRest();
  const resendRest = useMoveRest();
  const hasLeft = useHasLeft();
  const reopen = useReopen(orderId);
  const { take: takeNext } = useNextOrder();
  const actions = useMemo(
    () => ({ orderId, seenAt, onConflict, staleText: text, reload, rest, resendRest, hasLeft, reopen, takeNext }),
    [orderId, seenAt, onConflict, text, reload, rest, resendRest, hasLeft, reopen, takeNext],
  );
  const closeConflict = useCallback(() => setConflict(null), []);
  return { actions, conflict, closeConflict };
}

/** Whether the page is gone by the time that an answer comes. */
function useHasLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return useCallback(() => left.current, []);
}

/** Opens the order from wherever one has gone, with the way back to the list that one came from. */
function useReopen(orderId: string): () => void {
  const navigate = useNavigate();
  const from = listCameFrom(useLocation().state);
  return useCallback(() => void navigate(orderPath(orderId), { state: { from } }), [navigate, orderId, from]);
}

/** 'Max Manager moved this to Contact Customer at 10:31.' Tells the newest change of a page that is not reloaded yet. */
export function staleText({ changes }: StaleOrder): string {
  const last = changes.at(-1);
  if (!last) return 'Somebody changed this order.';
  const { by, field, to, at } = last;
  const label = field === 'process_status' && to && (orderStatus[to as OrderStatus]?.label ?? to);
  const what = label ? `moved this to ${label}` : 'changed this order';
  return `${by ?? (field === 'customer_message' ? 'The customer' : 'The product')} ${what} at ${clockTime(at)}.`;
}

/** How long after a move a press is none, in ms: the second of two presses that were meant as one (rules 4.11). */
const restMs = 800;

interface MoveRest {
  /** A move was made, or its answer is on screen. */
  begin: () => void;
  isResting: () => boolean;
}

/** The rest that the moves of an order's page take after each of them, however they are pressed. */
function useMoveRest(): MoveRest {
  const until = useRef(0);
  return useMemo(
    () => ({
      begin: () => {
        until.current = performance.now() + restMs;
      },
      isResting: () => performance.now() < until.current,
    }),
    [],
  );
}

/**
 * "Next order" on an order's page (rules 8.20): claims the oldest of the folder that one came from when that is New Order
 * or Priority Order, else of Priority and then of New, and opens it. Who has gone elsewhere meanwhile stays there.
 */
function useNextOrder() {
  const navigate = useNavigate();
  const from = listCameFrom(useLocation().state);
  const pressedAt = useRef('');
  const open = (orderId: string) => {
    document.documentElement.scrollTop = 0;
    void navigate(orderPath(orderId), { state: { from } });
  };
  const hasLeft = () => window.location.pathname !== pressedAt.current;
  const { run, pending } = useAction(orderCalls.nextOrder, {
    toast: ({ data }) => ({
      ...undoChoice(data.actionId),
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
