/**
 * Undo, by the button in the latest action's toast and by `Z` (rules 8.15). The API knows which action comes next; this tab
 * only knows which of its toasts may still offer it. A federated singleton.
 */
import { create } from 'zustand';
import { orderCalls } from '../../api/orderCalls.ts';
import type { CallData } from '../../api/call.ts';
import { CallError } from '../../api/send.ts';
import { readAnew } from '../calls/queryClient.ts';
import { jobStarted } from '../bulk/jobs.ts';
import { newKey, sendWithRetry } from '../calls/useAction.ts';
import { refreshFolderCounts } from '../folderCounts.ts';
import { useSession } from '../session/session.ts';
import { toastError, toastNote, toastSuccess, type ToastAction } from '../toasts/toasts.ts';

interface UndoState {
  /** The actions of this tab that are not taken back, and the bulks that are at work; newest last. */
  actions: readonly string[];
  /** The orders that the last Undo brought back, until a list has found one of them. */
  broughtBack: { orderIds: readonly string[]; at: number } | null;
  /** The e-mails that `Z` took back. */
  mailsTakenBack: readonly number[];
}

const nothingDone: UndoState = { actions: [], broughtBack: null, mailsTakenBack: [] };

export const useUndo = create<UndoState>(() => nothingDone);

/** The idempotency key of a press of `Z` that was never answered: pressed again, it takes nothing back twice. */
let unanswered: string | null = null;

/** From now on Undo comes to this first. A bulk has its place from its beginning. */
export function actionDone(actionId: string) {
  const { actions } = useUndo.getState();
  if (actions.includes(actionId)) return;
  unanswered = null;
  useUndo.setState({ actions: [...actions, actionId] });
}

/** It is taken back, can no longer be, or was a bulk that changed nothing. */
export function forgetAction(actionId: string) {
  useUndo.setState(({ actions }) => ({ actions: actions.filter((other) => other !== actionId) }));
}

/** A refund was done last, which cannot be undone: its mail is out. */
export function refundDone() {
  useUndo.setState({ actions: [] });
}

/**
 * The options by which a toast offers Undo of an action; none without an action. The offer goes as soon as something
 * else is done, and comes back once that was taken back.
 */
export function undoChoice(actionId: string | null | undefined, label = 'Undo'): { id?: string; action?: ToastAction } {
  if (!actionId) return {};
  actionDone(actionId);
  const id = toastOf(actionId);
  const run = () => {
    keepFocus();
    inTurn(async () => {
      // The same key however often it is tried: an answer that was lost takes nothing back twice.
      const ask = () => sendWithRetry(orderCalls.undo, { actionId }, { idempotencyKey: id });
      const answer = await answerTo(ask, { id, again: run });
      if (answer === 'refused') forgetAction(actionId);
      else if (answer !== 'unanswered') tell(answer.message, { ...answer.data, undone: { actionId } });
    });
  };
  const offered = { subscribe: useUndo.subscribe, holds: () => useUndo.getState().actions.at(-1) === actionId };
  return { id, action: { label, run, offered } };
}

/** `Z`: takes back what the member did last, a waiting e-mail first. */
export function undoLatest() {
  inTurn(async () => {
    const idempotencyKey = (unanswered ??= newKey());
    const ask = () => sendWithRetry(orderCalls.undoLatest, {}, { idempotencyKey });
    const answer = await answerTo(ask, { id: 'undo', again: undoLatest });
    if (answer === 'unanswered') return;
    unanswered = null;
    if (answer === 'refused') return;
    if (answer.data) tell(answer.message, answer.data);
    else toastNote(answer.message, { id: 'undo' });
  });
}

/** One toast an action: what it says of its Undo takes the place of the offer. */
const toastOf = (actionId: string) => `undo ${actionId}`;

/** One toast a mail: what becomes of it is told where Undo was offered. */
export const mailToast = (mailId: number) => `mail ${mailId}`;

let before: Promise<void> = Promise.resolve();

/** One after the other: two presses take back two things. A member of this tab does not wait for the one before. */
function inTurn(undo: () => Promise<void>) {
  const memberId = useSession.getState().user?.id;
  const isSameMember = () => useSession.getState().user?.id === memberId;
  before = before.catch(() => undefined).then(() => (isSameMember() ? undo() : undefined));
}

useSession.subscribe(({ user }, last) => {
  if (user?.id === last.user?.id) return;
  before = Promise.resolve();
  unanswered = null;
  useUndo.setState(nothingDone);
});

/** Asks, and tells why not if it was refused or not answered. */
async function answerTo<T>(ask: () => Promise<T>, { id, again }: { id: string; again: () => void }) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const mayWork = error.httpStatus === 0 || error.httpStatus >= 500;
    const retry = { action: { label: 'Retry', run: again } };
    // A dead session has had its toast.
    if (error.httpStatus !== 401) toastError(error.message, { id, ...(mayWork && retry) });
    // Somebody else was faster: the lists show what it is now.
    if (!mayWork) showAsItIs();
    return mayWork ? 'unanswered' : 'refused';
  }
}

function tell(message: string, { done, failed, jobId, undone }: NonNullable<CallData<typeof orderCalls.undoLatest>>) {
  keepFocus();
  if ('mailId' in undone) {
    const { mailId, orderId } = undone;
    useUndo.setState(({ mailsTakenBack }) => ({ mailsTakenBack: [...mailsTakenBack, mailId] }));
    toastSuccess(message, { id: mailToast(mailId), detail: `Order ${orderId}` });
  } else {
    const id = toastOf(undone.actionId);
    forgetAction(undone.actionId);
    const [failure] = failed;
    if (jobId) jobStarted({ jobId, action: 'undo', folderName: null, total: 0 });
    else if (failure) toastError(message, { id, detail: failure.message === message ? undefined : failure.message });
    else toastSuccess(message, { id });
    useUndo.setState({ broughtBack: { orderIds: done, at: Date.now() } });
  }
  showAsItIs();
}

/** Refetches all that is on screen, and the counts. */
export function showAsItIs() {
  void readAnew();
  void refreshFolderCounts();
}

/** The toast leaves with the button that had the focus: the screen's heading takes it, until a row comes back. */
function keepFocus() {
  const focused = document.activeElement;
  if (focused !== document.body && !focused?.closest('[aria-label=Notifications]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** A list that opens later than this ignores the orders that came back. */
const looksForMs = 5_000;

/** The first of these that just came back by an Undo: once, for the list that puts the focus there. */
export function findBroughtBack(orderIds: Iterable<string>): string | null {
  const { broughtBack } = useUndo.getState();
  if (!broughtBack || Date.now() - broughtBack.at > looksForMs) return null;
  const back = new Set(broughtBack.orderIds);
  for (const orderId of orderIds) {
    if (!back.has(orderId)) continue;
    useUndo.setState({ broughtBack: null });
    return orderId;
  }
  return null;
}
