/** Undo, one action after the other: in the toast of what was done, and under `Z` after that has gone (rules 8.15). */
import { laterFirst, mailToast } from '../../rules/undo.ts';
import { mailCalls } from '../../api/mailCalls.ts';
import { orderCalls, type BulkResult } from '../../api/orderCalls.ts';
import { CallError } from '../../api/send.ts';
import { refreshFolderCounts } from '../folderCounts.ts';
import {
  isFollowed,
  isNewest,
  ordersCameBack,
  putBack,
  rememberDone,
  takeAction,
  undoBegan,
  undoEnded,
  undoUnderWay,
  useLastAction,
  type LastAction,
  type UndoUnderWay,
} from './lastAction.ts';
import { readAnew } from '../calls/queryClient.ts';
import { dismissToast } from '../toasts/toastPlaces.ts';
import { followUndo } from './followUndo.ts';
import { toastError, toastNote, toastSuccess, type ToastAction } from '../toasts/toasts.ts';
import { newKey, sendWithRetry } from '../calls/useAction.ts';
import { useSession } from '../session/session.ts';

interface UndoWords {
  /** The button, where "Undo" says too little: "Undo the 48". */
  label?: string;
  /** What the toast says was done: `Z` names it when it takes it back. */
  words?: string;
  /** The job that did it. */
  jobId?: string;
  /** The one order that was changed. */
  orderId?: string;
}

interface UndoChoice {
  id?: string;
  action?: ToastAction;
}

/**
 * What a toast takes to offer Undo of an action; nothing when there is none to undo. From then on `Z` takes it back, too.
 * The offer goes as soon as something else is done, and comes back once that was taken back.
 */
export function undoChoice(
  actionId: string | null | undefined,
  { label = 'Undo', words, jobId, orderId }: UndoWords = {},
): UndoChoice {
  if (!actionId) return {};
  rememberDone(actionId, { words, jobId, orderId });
  const offered = { subscribe: useLastAction.subscribe, holds: () => isNewest(actionId) };
  return {
    id: toastOf(actionId),
    action: { label, run: () => undo({ actionId, last: takeAction(actionId) }), offered },
  };
}

/** `Z`: takes back the member's newest e-mail that waits; without one, what they did last and have not taken back yet. */
export function undoLastAction() {
  const member = useSession.getState().user?.id;
  before = before
    .catch(() => undefined)
    .then(async () => {
      if ((await takeBackWaitingMail()) || member !== useSession.getState().user?.id) return;
      const last = takeAction();
      if (!last) toastNote('There is nothing to undo.', { id: 'undo' });
      else if (last.atWork) toastNote('What you began last is still being done.', { id: 'undo' });
      else {
        leaveToast(last.actionId);
        await takeBack({ actionId: last.actionId, last, words: last.words });
      }
    });
}

/** The API knows which mail waits, also after a reload and in a new tab. Resolves to false when none does. */
async function takeBackWaitingMail(): Promise<boolean> {
  try {
    const { data, message } = await sendWithRetry(mailCalls.cancel, {}, { idempotencyKey: newKey() });
    if (!data) return false;
    useLastAction.setState(({ mailsTakenBack }) => ({ mailsTakenBack: [...mailsTakenBack, data.mailId] }));
    keepFocus();
    toastSuccess(message, { id: mailToast(data.mailId), detail: `Order ${data.orderId}` });
    showAsItIs();
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // Without an answer nobody knows what is the newest: nothing else is taken back in its place.
    const isNone = error.httpStatus === 404 || error.httpStatus === 403;
    if (!isNone && error.httpStatus !== 401) toastError(error.message, { id: 'undo' });
    return !isNone;
  }
}

/** One toast an action: what it says of its Undo takes the place of the offer. */
const toastOf = (actionId: string) => `undo ${actionId}`;

interface Undoing {
  actionId: string;
  /** What was taken out of the memory for it. */
  last: LastAction | null;
  /** What was done, for who takes it back without its toast before their eyes. */
  words?: string | null;
}

let before: Promise<void> = Promise.resolve();

/** Its toast leaves, with the focus that was in it. */
function leaveToast(actionId: string) {
  dismissToast(toastOf(actionId));
  keepFocus();
}

/** One after the other: the API takes back an action once those after it are. */
function undo(undoing: Undoing) {
  leaveToast(undoing.actionId);
  before = before.catch(() => undefined).then(() => takeBack(undoing));
}

// The next member of this tab waits for nobody's.
useSession.subscribe(({ user }, { user: last }) => {
  if (user?.id !== last?.id) before = Promise.resolve();
});

async function takeBack({ actionId, last, words }: Undoing) {
  // Who signed in meanwhile has nothing to do with it; and what came after it may have to wait for another try.
  if (last && last.memberId !== useSession.getState().user?.id) return;
  if (last && isFollowed(last)) return putBack(last);
  const id = toastOf(actionId);
  try {
    // The same key however it is asked for: an answer that was lost takes nothing back twice.
    const { data, message } = await sendWithRetry(orderCalls.undo, { actionId }, { idempotencyKey: id });
    if (data.jobId) return await follow({ jobId: data.jobId, toastId: id });
    tell(message, data, { id, words });
    ordersCameBack(data.done);
    showAsItIs();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const mayWork = error.httpStatus === 0 || error.httpStatus >= 500;
    // What came after it was done in another tab: its turn comes once that is taken back.
    if (last && (mayWork || error.message === laterFirst)) putBack(last);
    // A dead session has had its toast.
    if (error.httpStatus === 401) return;
    const retry = { action: { label: 'Retry', run: () => undo({ actionId, last: takeAction(actionId) }) } };
    toastError(error.message, { id, ...(mayWork && retry) });
    // Somebody else was faster: the lists show what it is now.
    if (!mayWork) showAsItIs();
  }
}

/** Goes on telling of an Undo that was under way when this page was loaded. */
export function takeUpUndo() {
  const underWay = undoUnderWay();
  if (!underWay || followed.has(underWay.jobId)) return;
  follow(underWay).catch((error: unknown) => {
    // Forgotten by the API: there is nothing more to tell.
    if (error instanceof CallError) dismissToast(underWay.toastId);
    else throw error;
  });
}

const followed = new Set<string>();

async function follow({ jobId, toastId }: Pick<UndoUnderWay, 'jobId' | 'toastId'>) {
  followed.add(jobId);
  undoBegan({ jobId, toastId });
  try {
    await followUndo(jobId, toastId);
    showAsItIs();
  } finally {
    followed.delete(jobId);
    undoEnded(jobId);
  }
}

function tell(message: string, { failed }: BulkResult, { id, words }: { id: string; words?: string | null }) {
  if (failed.length > 0) toastError(message, { id, detail: failed[0]!.message });
  else toastSuccess(message, { id, detail: words ? `What was done: ${words}` : undefined });
}

/** Refetches all that is on screen, and the counts. */
function showAsItIs() {
  void readAnew();
  void refreshFolderCounts();
}

/** The toast leaves with the button that had the focus: the screen's heading takes it, until a row comes back. */
function keepFocus() {
  const focused = document.activeElement;
  if (focused !== document.body && !focused?.closest('[aria-label=Notifications]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
