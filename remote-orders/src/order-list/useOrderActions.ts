import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { bulkCalls, type BulkJob } from 'shared/api/bulkCalls';
import { maxSynchronousOrders } from 'shared/api/fields/bulkInput';
import { type BulkResult, isBulkResult } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import {
  type BulkToast,
  CallError,
  jobStarted,
  newKey,
  refreshFolderCounts,
  refreshJobs,
  clearUndo,
  mailToastOptions,
  toastError,
  toastInfo,
  toastOffline,
  toastSuccess,
  undoToastOptions,
  useAction,
  useJobs,
  useSession,
} from 'shared/desk';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { type BulkAction, bulkActionsFor, type FolderName, folders, mayDelete } from 'shared/rules/folders';
import { useIsMounted } from 'shared/kit/base';
import {
  applicableIds,
  bulkActions,
  type BulkRequest,
  type BulkTarget,
  needsConfirmation,
  type Shown,
} from './bulkActions.tsx';
import type { ListFocus } from './useListFocus.ts';
import type { OrderSelection } from './useSelection.ts';
import type { OrderList } from './useOrderList.ts';

interface OrderActionsOptions {
  name: FolderName;
  /** In Future Order, the month that "select all" covers. */
  month: Month | undefined;
  list: OrderList;
  selection: OrderSelection;
  focus: ListFocus;
}

/** The member's actions on the folder's orders: confirms, runs, toasts and refetches. */
export function useOrderActions({ name, month, list, selection, focus }: OrderActionsOptions) {
  const user = useSession((session) => session.user);
  const actions = user ? bulkActionsFor(folders[name], user.type) : [];
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const [starting, setStarting] = useState<BulkAction | null>(null);
  const job = useBulkJob(name, (ended) => {
    selection.settleJob(ended);
    focus.focusNextTo();
  });
  const mounted = useIsMounted();
  const running = starting ?? job.progress?.action ?? null;
  const deletes = actions.includes('delete');
  const mayDeleteRow = useCallback(
    (row: OrderRow) =>
      deletes && mayDelete(user!.type, { status: row.process_status, assignedToMe: row.assign_to === user!.name }),
    [deletes, user],
  );

  const handleOutcome = ({ action, row }: BulkRequest, outcome: BulkOutcome) => {
    const { done, failed, error, mail } = outcome;
    // An expired session has shown its own toast.
    if (error?.httpStatus === 401) return;
    const { kind, title, detail, undo } = bulkToast(outcome);
    if (action === 'refund' && done.length > 0) clearUndo();
    const toast = { success: toastSuccess, note: toastInfo, error: toastError }[kind];
    toast(title, {
      detail,
      ...undoToastOptions(outcome.actionId, undo),
      ...(mail && mailToastOptions({ ...mail, orderId: done[0] })),
    });
    selection.settle(done, failed);
    const left = bulkActions[action].stays ? [] : done;
    if (!row || done.length > 0) focus.focusNextTo(left);
    // Refused orders have changed since the list was read, so refetch after a refusal as well.
    if (done.length + failed.size === 0) return;
    if (left.length > 0) list.remove(left);
    if (mounted.current) void list.refresh();
    void refreshFolderCounts();
  };

  /** The newest message shown for each order. Empty if the action runs as a job, which does not compare messages. */
  const shownMessages = (ids: readonly string[]) => {
    if (ids.length > maxSynchronousOrders) return {};
    const onPage = new Map(list.shown?.rows.map((row) => [row.order_id, row]));
    return Object.fromEntries(
      ids.flatMap((id) => {
        const message = (onPage.get(id) ?? selection.selected.get(id))?.newest_message;
        return message ? [[id, message]] : [];
      }),
    );
  };

  const start = async (request: BulkRequest) => {
    const { action, ids, all, row } = request;
    const target = all ? { folderName: name, searchVal: all.term, month } : { orderId: [...ids] };
    // A row's own button works even during a job.
    if (!row) setStarting(action);
    try {
      const outcome = await runBulk({ action, target, memberName: user?.name ?? '', messages: shownMessages(ids) });
      if (!outcome.jobId) return handleOutcome(request, outcome);
      if (!all) selection.startJob(ids);
      jobStarted({ jobId: outcome.jobId, action, folderName: name, total: all?.total ?? ids.length });
      focus.focusNextTo();
    } finally {
      if (!row) setStarting(null);
    }
  };
  /** Asks first if rule 8.1 requires it. */
  const ask = (wanted: BulkRequest) => {
    const { action, ids, all } = wanted;
    if ((ids.length === 0 && !all) || (running && !wanted.row)) return;
    if (!navigator.onLine) return toastOffline();
    if (needsConfirmation(action, { size: ids.length, isAll: Boolean(all) })) setRequest(wanted);
    else void start(wanted);
  };
  return {
    actions,
    running,
    progress: job.progress,
    cancel: job.cancel,
    request,
    ask,
    /** Starts an action on everything selected, or asks first. */
    act: (action: BulkAction) => ask({ action, ids: applicableIds(action, selection.selected), all: selection.all }),
    confirm: () => {
      setRequest(null);
      if (request) void start(request);
    },
    dismiss: () => setRequest(null),
    mayDelete: mayDeleteRow,
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;

export interface BulkOutcome extends Omit<BulkResult, 'failed' | 'jobId'> {
  /** Order id → reason. */
  failed: Map<string, string>;
  message: string;
  /** The job that was started; nothing has changed yet. */
  jobId: string | null;
  error: CallError | null;
}

/** Runs an action on orders. A refusal with a reason for each order is an outcome, not an error. */
export async function runBulk({
  action,
  target,
  ...shown
}: { action: BulkAction; target: BulkTarget } & Shown): Promise<BulkOutcome> {
  try {
    const { message, data } = await bulkActions[action].send(target, shown, { idempotencyKey: newKey() });
    return outcomeOf(message, data);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const data = error.body?.data;
    if (isBulkResult(data)) return outcomeOf(error.message, data);
    const isFailure = error.httpStatus === 0 || error.httpStatus >= 500;
    const what = isFailure ? `${targetText(target)} not ${bulkActions[action].done}. ` : '';
    return { ...outcomeOf(what + error.message), error };
  }
}

function targetText(target: BulkTarget): string {
  if ('folderName' in target) return 'Orders';
  const [only, ...others] = target.orderId;
  return others.length === 0 ? `Order ${only}` : `${count(target.orderId.length)} orders`;
}

const outcomeOf = (message: string, data: BulkResult = nothing): BulkOutcome => ({
  ...data,
  failed: new Map(data.failed.map((failure) => [failure.orderId, failure.message])),
  message,
  jobId: data.jobId ?? null,
  error: null,
});

const nothing: BulkResult = { done: [], failed: [], actionId: null };

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function bulkToast({ done, failed, message: title, error }: BulkOutcome): BulkToast {
  if (error) return { kind: 'error', title };
  if (failed.size === 0) return { kind: 'success', title };
  if (done.length + failed.size === 1) return { kind: 'error', title };
  const undo = done.length > 1 ? { undo: `Undo ${count(done.length)}` } : {};
  return { kind: done.length > 0 ? 'note' : 'error', title, detail: stayText([...failed.keys()]), ...undo };
}

/** "100497 and 100491 stay selected. Their rows say why." */
function stayText(ids: string[]): string {
  if (ids.length === 1) return `${ids[0]} stays selected. Its row says why.`;
  if (ids.length <= 3) return `${list.format(ids)} stay selected. Their rows say why.`;
  return `${count(ids.length)} stay selected. Their rows say why.`;
}

export interface BulkProgress {
  action: BulkAction;
  finished: number;
  total: number;
}

const shown = new Set<string>();

/**
 * The running job on this folder. A job whose folder is unknown shows in every list, because a member has one job at a
 * time. Calls `onEnd` once per job.
 */
function useBulkJob(folder: FolderName, onEnd: (job: BulkJob) => void) {
  const here = useJobs().filter(({ folderName }) => (folderName ?? folder) === folder);
  const running = here.find(({ state }) => state === 'running');
  const action = running && actionOf(running);
  const ended = here.find((job) => job.state !== 'running' && actionOf(job) && !shown.has(job.jobId));
  const { run: cancel } = useAction(bulkCalls.cancelBulk, { toast: () => null });
  const settle = useEffectEvent(onEnd);
  useEffect(() => {
    if (!ended || shown.has(ended.jobId)) return;
    shown.add(ended.jobId);
    settle(ended);
  }, [ended]);

  return {
    progress: running && action ? { action, finished: running.finished, total: running.total } : null,
    cancel: () => running && void cancel({ jobId: running.jobId }).then(refreshJobs),
  };
}

const actionOf = ({ action }: BulkJob): BulkAction | null => (action === 'undo' || action === 'move' ? null : action);
