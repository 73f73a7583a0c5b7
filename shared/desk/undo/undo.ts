/** Undo: in the toast of what was done, and under `Z` also after that toast has gone (rules 8.15). */
import { orderCalls, type BulkResult } from '../../api/orderCalls.ts';
import { CallError } from '../../api/send.ts';
import { refreshFolderCounts } from '../folderCounts.ts';
import {
  isNewest,
  ordersCameBack,
  putBack,
  rememberAction,
  takeLastAction,
  undoBegan,
  undoEnded,
  undoUnderWay,
  useLastAction,
  type LastAction,
  type UndoUnderWay,
} from './lastAction.ts';
import { queryClient } from '../calls/queryClient.ts';
import { folderOfKey, isOrderKey } from '../calls/queryKeys.ts';
import { dismissToast } from '../toasts/toastPlaces.ts';
import { followUndo } from './followUndo.ts';
import { toastError, toastNote, toastSuccess, type ToastAction } from '../toasts/toasts.ts';
import { sendWithRetry } from '../calls/useAction.ts';

interface UndoWords {
  /** The button, where "Undo" says too little: "Undo the 48". */
  label?: string;
  /** What the toast says was done: `Z` names it when it takes it back. */
  words?: string;
}

interface UndoChoice {
  id?: string;
  action?: ToastAction;
}

/**
 * What a toast takes to offer Undo of an action; nothing when there is none to undo. From then on `Z` takes it back, too.
 * The offer goes as soon as something else is done: the API takes back the last action alone.
 */
export function undoChoice(actionId: string | null | undefined, { label = 'Undo', words }: UndoWords = {}): UndoChoice {
  if (!actionId) return {};
  rememberAction(actionId, words);
  const offered = { subscribe: useLastAction.subscribe, holds: () => isNewest(actionId) };
  return { id: toastOf(actionId), action: { label, run: () => void undo(actionId), offered } };
}

/** `Z`: takes back what this member did last. */
export function undoLastAction() {
  const last = takeLastAction();
  if (last) void undo(last.actionId, { last, words: last.words });
  else toastNote('There is nothing to undo.', { id: 'undo' });
}

/** One toast an action: what it says of its Undo takes the place of the offer. */
const toastOf = (actionId: string) => `undo ${actionId}`;

interface Undone {
  last: LastAction | null;
  /** What was done, for who takes it back without its toast before their eyes. */
  words?: string | null;
}

async function undo(actionId: string, { last, words }: Undone = { last: takeIfLast(actionId) }) {
  const id = toastOf(actionId);
  dismissToast(id);
  keepFocus();
  try {
    // The same key however it is asked for: the button and `Z` together still take it back once.
    const { data, message } = await sendWithRetry(orderCalls.undo, { actionId }, { idempotencyKey: id });
    if (data.jobId) return await follow({ jobId: data.jobId, toastId: id });
    tell(message, data, { id, words });
    ordersCameBack(data.done);
    showAsItIs();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const mayWork = error.httpStatus === 0 || error.httpStatus >= 500;
    if (last && mayWork) putBack(last);
    // A dead session has had its toast.
    if (error.httpStatus === 401) return;
    const retry = { action: { label: 'Retry', run: () => void undo(actionId) } };
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

/** The button of an older toast leaves the last action to `Z`; the API says why it is too late for its own. */
const takeIfLast = (actionId: string) =>
  useLastAction.getState().last?.actionId === actionId ? takeLastAction() : null;

function tell(message: string, { failed }: BulkResult, { id, words }: { id: string; words?: string | null }) {
  if (failed.length > 0) toastError(message, { id, detail: failed[0]!.message });
  else toastSuccess(message, { id, detail: words ? `What was done: ${words}` : undefined });
}

/** Lists, months, the order that is open, and the counts. */
function showAsItIs() {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isOrderKey(queryKey) || folderOfKey(queryKey) !== null,
  });
  void refreshFolderCounts();
}

/** The toast leaves with the button that had the focus: the screen's heading takes it, until a row comes back. */
function keepFocus() {
  const focused = document.activeElement;
  if (focused !== document.body && !focused?.closest('[aria-label=Notifications]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
