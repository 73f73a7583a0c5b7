/**
 * Undo, by the newest toast's button and by `Z` (rule 8.15). Only the API knows the sequence of all actions; this tab
 * decides which toast may offer Undo. A federated singleton.
 */
import { create } from 'zustand';
import { orderCalls } from '../../api/orderCalls.ts';
import type { CallData } from '../../api/call.ts';
import { CallError, newKey } from '../../api/client/send.ts';
import { mailCalls } from '../../api/mailCalls.ts';
import { messageCalls } from '../../api/messageCalls.ts';
import { orderPath } from '../../format/orderIdCode.ts';
import { type ActionVariables, queryClient, refetch } from '../calls/queryClient.ts';
import { jobStarted } from '../bulk/jobs.ts';
import { sendWithRetry } from '../session/send.ts';
import { refreshFolderCounts } from '../folderCounts.ts';
import { serverNow } from '../session/clock.ts';
import { useSession } from '../session/session.ts';
import { toastError, toastInfo, toastMs, toastSuccess, type ToastExtras } from '../toasts/toasts.ts';

interface UndoState {
  /** Actions of this tab that can be undone, and running jobs; newest last. */
  actions: readonly string[];
  /** Orders restored by the last Undo, until a list has focused one of them. */
  restored: { orderIds: readonly string[]; at: number } | null;
  /** Emails that `Z` has cancelled. */
  cancelledMails: readonly number[];
  /** Emails of this tab that `Z` may cancel, newest last. */
  waitingMails: readonly WaitingMail[];
}

interface WaitingMail {
  mailId: number;
  orderId: string | undefined;
  isReply: boolean;
  /** The time after which `Z` no longer cancels the email, in milliseconds by the server's clock. */
  until: number;
}

const nothingDone: UndoState = { actions: [], restored: null, cancelledMails: [], waitingMails: [] };

export const useUndo = create<UndoState>(() => nothingDone);

/** The idempotency key of a `Z` that got no response; the next press reuses it. */
let pendingUndoKey: string | null = null;

/** Makes this the next action to undo. A job is recorded when it starts. */
export function recordAction(actionId: string) {
  const { actions } = useUndo.getState();
  if (actions.includes(actionId)) return;
  pendingUndoKey = null;
  useUndo.setState({ actions: [...actions, actionId] });
}

export function removeAction(actionId: string) {
  useUndo.setState(({ actions }) => ({ actions: actions.filter((other) => other !== actionId) }));
}

/** A refund ends the Undo of earlier actions. Cancelling the refund's mail undoes the refund (`mailToastOptions`). */
export function clearUndo() {
  useUndo.setState({ actions: [] });
}

/**
 * Records an action, and returns toast options with its Undo. The button is hidden while a newer action can be undone.
 * While `Z` would cancel an email first, the toast says so (rule 8.15).
 */
export function undoToastOptions(
  actionId: string | null | undefined,
  label = 'Undo',
): Pick<ToastExtras, 'id' | 'action' | 'keyHint'> {
  if (!actionId) return {};
  recordAction(actionId);
  const id = undoToastId(actionId);
  const run = () => {
    moveFocusToHeading();
    enqueue(async () => {
      // Every retry sends the same key.
      const ask = () => sendWithRetry(orderCalls.undo, { actionId }, { idempotencyKey: id });
      const answer = await sendUndo(ask, { id, again: run });
      if (answer === 'refused') removeAction(actionId);
      else if (answer !== 'unanswered') toastUndone(answer.message, { ...answer.data, undone: { actionId } });
    });
  };
  const offered = { subscribe: useUndo.subscribe, holds: () => useUndo.getState().actions.at(-1) === actionId };
  const keyHint = mailHint();
  return { id, action: { label, shortcut: keyHint ? undefined : 'Z', run, offered }, keyHint };
}

/** Says that `Z` would first cancel the newest waiting email, while that is true. */
function mailHint(): ToastExtras['keyHint'] {
  const mail = newestWaitingMail();
  if (!mail) return undefined;
  const { orderId, isReply, until } = mail;
  const what = isReply ? 'withdraws your reply' : 'cancels the queued email';
  return {
    text: `Pressing Z ${what}${orderId === undefined ? '' : ` ${isReply ? 'on' : 'for'} order ${orderId}`} first.`,
    offered: {
      subscribe: (changed) => {
        const timer = setTimeout(changed, until - serverNow());
        const unsubscribe = useUndo.subscribe(changed);
        return () => {
          clearTimeout(timer);
          unsubscribe();
        };
      },
      holds: () => newestWaitingMail() === mail,
    },
  };
}

const newestWaitingMail = () => useUndo.getState().waitingMails.findLast(({ until }) => serverNow() < until);

function forgetMail(mailId: number) {
  useUndo.setState(({ waitingMails }) => ({ waitingMails: waitingMails.filter((mail) => mail.mailId !== mailId) }));
}

// Forget an email that Email History has cancelled or sent. Each remote has its own copy of the calls: compare paths.
queryClient.getMutationCache().subscribe(({ mutation }) => {
  const [path] = mutation?.options.mutationKey ?? [];
  if (mutation?.state.status !== 'success' || (path !== mailCalls.cancel.path && path !== mailCalls.sendNow.path))
    return;
  forgetMail(Number((mutation.state.variables as ActionVariables<typeof mailCalls.cancel>).input.mailId));
});

/** With `open`, the toast offers to open the order, if exactly one is affected and it is not on screen. */
export function undoLatest(open?: (orderId: string) => void) {
  enqueue(async () => {
    const idempotencyKey = (pendingUndoKey ??= newKey());
    const ask = () => sendWithRetry(orderCalls.undoLatest, {}, { idempotencyKey });
    const answer = await sendUndo(ask, { id: 'undo', again: () => undoLatest(open) });
    if (answer === 'unanswered') return;
    pendingUndoKey = null;
    if (answer === 'refused') return;
    if (answer.data) toastUndone(answer.message, answer.data, open);
    else toastInfo(answer.message, { id: 'undo' });
  });
}

/** The id of the toast that offers an Undo, and of the toast with its outcome. */
const undoToastId = (actionId: string) => `undo ${actionId}`;

/** The id of the toast that offers to cancel an email, and of the toast with its outcome. */
export const mailToastId = (mailId: number) => `mail ${mailId}`;

export interface AskedMail {
  mailId: number;
  /** For later toasts, which say that `Z` cancels this order's email first. */
  orderId?: string;
  /** When the mail is sent; until then it can be cancelled. Null if it was sent at once. */
  dueAt: string | null;
}

/**
 * Toast options with an Undo that cancels a queued email, or withdraws the given reply, while the email waits (rules
 * 12.11, 12.27). Empty if the email was sent at once.
 */
export function mailToastOptions({ mailId, dueAt, orderId }: AskedMail, reply?: { orderId: string; id: number }) {
  const goesAt = dueAt === null ? 0 : Date.parse(dueAt);
  const waits = goesAt - serverNow();
  if (waits <= 0) return {};
  forgetMail(mailId);
  const mail = {
    mailId,
    orderId,
    isReply: reply !== undefined,
    until: Math.min(goesAt, serverNow() + cancelledByKeyMs),
  };
  useUndo.setState(({ waitingMails }) => ({ waitingMails: [...waitingMails, mail] }));
  const offered = {
    // Hovering pauses the toast, but not the email.
    subscribe: (changed: () => void) => {
      const timer = setTimeout(changed, goesAt - serverNow());
      return () => clearTimeout(timer);
    },
    holds: () => serverNow() < goesAt,
  };
  const id = mailToastId(mailId);
  const run = () => {
    moveFocusToHeading();
    enqueue(async () => {
      // A retry sends the same key, so it takes effect only once.
      const once = { idempotencyKey: `${reply ? `reply ${reply.id}` : id} undo` };
      const ask = () =>
        reply
          ? sendWithRetry(messageCalls.withdrawReply, reply, once)
          : sendWithRetry(mailCalls.cancel, { mailId }, once);
      const answer = await sendUndo(ask, { id, again: run });
      if (typeof answer === 'string') return;
      forgetMail(mailId);
      toastSuccess(answer.message, { id });
      refetchScreen();
    });
  };
  return {
    id,
    durationMs: reply && waits > 60_000 ? toastMs : waits,
    action: { label: 'Undo', shortcut: 'Z', run, offered },
  };
}

/** `Z` cancels a mail only in its first minute, even if the mail waits for longer (rule 12.26). */
const cancelledByKeyMs = 60_000;

let queue: Promise<void> = Promise.resolve();

/** Runs Undos one after another. When the member changes, waiting Undos are dropped. */
function enqueue(undo: () => Promise<void>) {
  const memberId = useSession.getState().user?.id;
  const isSameMember = () => useSession.getState().user?.id === memberId;
  queue = queue.catch(() => undefined).then(() => (isSameMember() ? undo() : undefined));
}

useSession.subscribe(({ user }, last) => {
  if (user?.id === last.user?.id) return;
  queue = Promise.resolve();
  pendingUndoKey = null;
  useUndo.setState(nothingDone);
});

/** Sends an Undo and toasts errors. After an error, returns 'unanswered' if a retry may work, else 'refused'. */
async function sendUndo<T>(ask: () => Promise<T>, { id, again }: { id: string; again: () => void }) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const mayWork = error.httpStatus === 0 || error.httpStatus >= 500;
    const retry = { action: { label: 'Retry', run: again } };
    // An expired session has shown its own toast.
    if (error.httpStatus !== 401) toastError(error.message, { id, ...(mayWork && retry) });
    // Somebody else has changed the data: show the current state.
    if (!mayWork) refetchScreen();
    return mayWork ? 'unanswered' : 'refused';
  }
}

function toastUndone(
  message: string,
  { done, failed, jobId, undone }: NonNullable<CallData<typeof orderCalls.undoLatest>>,
  open?: (orderId: string) => void,
) {
  moveFocusToHeading();
  const { mailId } = undone;
  if (mailId !== undefined) {
    useUndo.setState(({ cancelledMails }) => ({ cancelledMails: [...cancelledMails, mailId] }));
    forgetMail(mailId);
  }
  const orderId = 'orderId' in undone ? undone.orderId : done.length === 1 ? done[0] : undefined;
  const isShown = orderId !== undefined && location.pathname === orderPath(orderId);
  const action = open && orderId && !isShown ? { label: `Open ${orderId}`, run: () => open(orderId) } : undefined;
  if ('orderId' in undone) {
    const detail = message.includes(undone.orderId) ? undefined : `Order ${undone.orderId}`;
    toastSuccess(message, { id: mailToastId(undone.mailId), ...(action ? { action } : { detail }) });
  } else {
    const id = undoToastId(undone.actionId);
    removeAction(undone.actionId);
    const [failure] = failed;
    if (jobId) jobStarted({ jobId, action: 'undo', folderName: null, total: 0 });
    else if (failure) {
      const toastFailure = done.length > 0 ? toastInfo : toastError;
      toastFailure(message, { id, detail: failure.message === message ? undefined : failure.message });
    } else toastSuccess(message, { id, ...(action && { action }) });
    useUndo.setState({ restored: { orderIds: done, at: Date.now() } });
  }
  refetchScreen();
}

export function refetchScreen() {
  void refetch();
  void refreshFolderCounts();
}

/** Focuses the heading, because the pressed button disappears with its toast. A list may then focus a restored row. */
function moveFocusToHeading() {
  const focused = document.activeElement;
  if (focused !== document.body && !focused?.closest('[aria-label=Notifications]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** After this time, lists no longer focus a restored order. */
const restoredTtlMs = 5_000;

/** Returns, once, the first of these orders that the last Undo restored, for a list to focus. Otherwise null. */
export function takeRestoredOrder(orderIds: readonly string[]): string | null {
  const { restored } = useUndo.getState();
  if (!restored || Date.now() - restored.at > restoredTtlMs) return null;
  const back = new Set(restored.orderIds);
  const found = orderIds.find((orderId) => back.has(orderId)) ?? null;
  if (found !== null) useUndo.setState({ restored: null });
  return found;
}
