import { useCallback, useEffect, useRef, useState } from 'react';
import { type BulkJob, type BulkResult, isBulkResult, orderCalls } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import {
  type BulkToast,
  CallError,
  jobStarted,
  newKey,
  refreshFolderCounts,
  refreshJobs,
  refundDone,
  send,
  toastError,
  toastNote,
  toastSuccess,
  undoChoice,
  useJobs,
  useSession,
} from 'shared/desk';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { type BulkAction, bulkActionsFor, type FolderName, folders, mayDelete } from 'shared/rules/folders';
import { useMounted } from 'shared/kit/base';
import { bulkActions, type BulkTarget } from './bulkActions.ts';
import type { ListFocus } from './useListKeyboard.ts';
import type { AllOf, OrderSelection } from './useSelection.ts';
import type { OrderList } from './useOrderList.ts';

interface OrderActionsGiven {
  name: FolderName;
  /** Only what this month of Future Order holds is meant by "all". */
  month: Month | undefined;
  list: OrderList;
  selection: OrderSelection;
  focus: ListFocus;
}

export interface AskedBulk {
  action: BulkAction;
  ids: readonly string[];
  /** In place of ids: the whole folder, or all that a search finds in it. */
  all?: AllOf | null;
  /** From a row's own button. */
  row?: true;
}

/** What this member may do with the folder's orders, and doing it: ask, run, tell, refresh. */
export function useOrderActions({ name, month, list, selection, focus }: OrderActionsGiven) {
  const user = useSession((session) => session.user);
  const actions = user ? bulkActionsFor(folders[name], user.type) : [];
  const [asked, setAsked] = useState<AskedBulk | null>(null);
  const [starting, setStarting] = useState<BulkAction | null>(null);
  const job = useBulkJob(name, (ended) => {
    selection.settleJob(ended);
    focus.toBarAfterwards();
  });
  const mounted = useMounted();
  const running = starting ?? job.progress?.action ?? null;
  const mayDeleteRow = useCallback(
    (row: OrderRow) =>
      user !== null &&
      bulkActionsFor(folders[name], user.type).includes('delete') &&
      mayDelete(user.type, { status: row.process_status, assignedToMe: row.assign_to === user.name }),
    [user, name],
  );

  const finished = ({ action, row }: AskedBulk, outcome: BulkOutcome) => {
    const { done, failed, error } = outcome;
    // A dead session has had its toast.
    if (error?.httpStatus === 401) return;
    const { kind, title, detail, undo } = bulkToast(outcome);
    if (action === 'refund' && done.length > 0) refundDone();
    const toast = { success: toastSuccess, note: toastNote, error: toastError }[kind];
    toast(title, { detail, ...undoChoice(outcome.actionId, undo) });
    selection.settle(done, failed);
    if (row && done[0] !== undefined) focus.toPlaceOf(done[0]);
    else if (!row) focus.toBarAfterwards(bulkActions[action].leaves ? done : []);
    if (done.length === 0) return;
    if (bulkActions[action].leaves) list.remove(done);
    if (mounted.current) void list.refresh();
    void refreshFolderCounts();
  };

  /** From now on the API tells how far it is. */
  const began = (jobId: string, { action, ids, all }: AskedBulk) => {
    if (!all) selection.workedOff(ids);
    jobStarted({ jobId, action, folderName: name, total: all?.total ?? ids.length });
    focus.toBarAfterwards();
  };

  const start = async (asked: AskedBulk) => {
    const { action, ids, all, row } = asked;
    const target = all ? { folderName: name, searchVal: all.term, month } : { orderId: [...ids] };
    // A row's own button works beside a long run.
    if (!row) setStarting(action);
    try {
      const outcome = await runBulk({ action, target, memberName: user?.name ?? '' });
      if (outcome.jobId) began(outcome.jobId, asked);
      else finished(asked, outcome);
    } finally {
      if (!row) setStarting(null);
    }
  };
  return {
    actions,
    /** The action that runs: its button says so. */
    running,
    /** A long run, which the bar shows; null while none runs or it is over in a moment. */
    progress: job.progress,
    cancel: () => void job.cancel(),
    asked,
    /** Asks first, where there is a question (rules 8.1), or where a whole folder's customers would get mail. */
    ask: (wanted: AskedBulk) => {
      if ((wanted.ids.length === 0 && !wanted.all) || (running && !wanted.row)) return;
      // The line above the list says it, too; a key or a row's bin has no other answer.
      if (!navigator.onLine) return void toastNote('You are offline. Try again once you are back.', { id: 'offline' });
      const { question, questionForAll } = bulkActions[wanted.action];
      if (question || (wanted.all && questionForAll)) setAsked(wanted);
      else void start(wanted);
    },
    confirm: () => {
      setAsked(null);
      if (asked) void start(asked);
    },
    dismiss: () => setAsked(null),
    /** Whether this row's Delete shows: the folder's right, and the order's own (one of one's My Orders). */
    mayDelete: mayDeleteRow,
  };
}

export interface BulkOutcome {
  done: string[];
  /** Order id → why not. */
  failed: Map<string, string>;
  /** In the API's words. */
  message: string;
  /** For Undo. */
  actionId: string | null;
  /** So many are meant that the API works them off beside its answer: nothing is done yet. */
  jobId: string | null;
  /** Why it was not done at all: of no order is known anything. */
  error: CallError | null;
}

interface BulkRun {
  action: BulkAction;
  target: BulkTarget;
  memberName: string;
}

/** Does one action to any number of orders, by one call. A refusal that tells of each order is an outcome like another. */
export async function runBulk({ action, target, memberName }: BulkRun): Promise<BulkOutcome> {
  try {
    const { message, data } = await bulkActions[action].send(target, memberName, { idempotencyKey: newKey() });
    return outcomeOf(message, data);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const data = error.body?.data;
    // None was done: the refusal still says why, order by order.
    return isBulkResult(data) ? outcomeOf(error.message, data) : { ...outcomeOf(error.message), error };
  }
}

const outcomeOf = (message: string, { done, failed, actionId, jobId }: BulkResult = nothing): BulkOutcome => ({
  done,
  failed: new Map(failed.map((failure) => [failure.orderId, failure.message])),
  message,
  actionId,
  jobId: jobId ?? null,
  error: null,
});

const nothing: BulkResult = { done: [], failed: [], actionId: null };

/** What a toast says after an action on orders: rules 8.3, 24.11. */

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function bulkToast({ done, failed, message: title, error }: BulkOutcome): BulkToast {
  if (error) return { kind: 'error', title };
  if (failed.size === 0) return { kind: 'success', title };
  if (done.length + failed.size === 1) return { kind: 'error', title };
  const undo = done.length > 1 ? { undo: `Undo the ${count(done.length)}` } : {};
  return { kind: done.length > 0 ? 'note' : 'error', title, detail: stay([...failed.keys()]), ...undo };
}

/** "100497 and 100491 stay selected, with the reason." */
function stay(ids: string[]): string {
  if (ids.length === 1) return `${ids[0]} stays selected, with the reason.`;
  if (ids.length <= 3) return `${list.format(ids)} stay selected, with the reason.`;
  return `${count(ids.length)} stay selected, with the reason.`;
}

export interface BulkProgress {
  action: BulkAction;
  finished: number;
  total: number;
}

/** The bulks whose end a list has shown. */
const shown = new Set<string>();

/**
 * The bulk on orders of this folder that the API is working off, if there is one. Every list shows one whose folder is
 * unknown after a reload: a member has one bulk at a time. `onEnd`: once, when it has ended.
 */
function useBulkJob(folder: FolderName, onEnd: (job: BulkJob) => void) {
  const here = useJobs().filter(({ folderName }) => (folderName ?? folder) === folder);
  const running = here.find(({ state }) => state === 'running');
  const action = running && actionOf(running);
  const ended = here.find((job) => job.state !== 'running' && actionOf(job) && !shown.has(job.jobId));
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!ended || shown.has(ended.jobId)) return;
    shown.add(ended.jobId);
    latest.current(ended);
  }, [ended]);

  return {
    progress: running && action ? { action, finished: running.finished, total: running.total } : null,
    /** What is done stays done. */
    cancel: async () => {
      if (!running) return;
      try {
        await send(orderCalls.cancelBulk, { jobId: running.jobId });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // A dead session has had its toast.
        if (error.httpStatus !== 401) toastError(error.message);
      }
      void refreshJobs();
    },
  };
}

/** Its action, if lists have that; else null. */
const actionOf = ({ action }: BulkJob): BulkAction | null => (action === 'undo' || action === 'move' ? null : action);
