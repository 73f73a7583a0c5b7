import { useState } from 'react';
import { CallError } from 'shared/api/send';
import type { OrderRow } from 'shared/api/orderRow';
import type { Month } from 'shared/format/dates';
import { bulkActionsFor, folders, mayDelete, type BulkAction, type FolderName } from 'shared/rules/folders';
import { refreshFolderCounts } from 'shared/desk/folderCounts';
import { useSession } from 'shared/desk/session/session';
import { toastError, toastNote, toastSuccess } from 'shared/desk/toasts/toasts';
import { undoChoice } from 'shared/desk/undo/undo';
import { newKey } from 'shared/desk/calls/useAction';
import { bulkToast } from './bulkToast.ts';
import { bulkWork } from './bulkWork.ts';
import { atOnce, runBulk, type BulkOutcome } from './runBulk.ts';
import { useBulk } from './useBulk.ts';
import { useFolderBulk } from './useFolderBulk.ts';
import { useLeft } from './useLeft.ts';
import type { ListFocus } from './useListFocus.ts';
import type { OrderList } from './useOrderList.ts';
import type { AllOf, OrderSelection } from './useSelection.ts';

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
  const portions = useBulk();
  const whole = useFolderBulk(name, (job) => {
    selection.settleAll(new Map(job.failed.map(({ orderId, message }) => [orderId, message])));
    focus.toBarAfterwards();
  });
  const left = useLeft();
  const running = starting ?? portions.progress?.action ?? whole.progress?.action ?? null;

  const finished = (action: BulkAction, { done, failed, ...outcome }: BulkOutcome, row: boolean) => {
    // A dead session has had its toast.
    if (outcome.stopped?.httpStatus === 401) return;
    const toast = bulkToast(action, { done, failed, ...outcome });
    if (toast) {
      const undo = undoChoice(outcome.actionId, { label: toast.undo, words: toast.title });
      (toast.kind === 'success' ? toastSuccess : toastError)(toast.title, { detail: toast.detail, ...undo });
    }
    selection.settle(done, failed);
    if (row && done[0] !== undefined) focus.toPlaceOf(done[0]);
    else if (!row) focus.toBarAfterwards();
    if (done.length === 0) return;
    if (bulkWork[action].leaves) list.remove(done);
    if (!left.current) void list.refresh();
    void refreshFolderCounts();
  };

  /** The API takes it as one piece of work, and tells how far it is. */
  const startAll = async (action: BulkAction, { term, total }: AllOf) => {
    setStarting(action);
    try {
      const whom = { folderName: name, searchVal: term, month };
      const { data } = await bulkWork[action].send(whom, user?.name ?? '', { idempotencyKey: newKey() });
      if (data.jobId) whole.started(data.jobId, action, total);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // A dead session has had its toast.
      if (error.httpStatus !== 401) toastError(error.message);
    } finally {
      setStarting(null);
    }
    focus.toBarAfterwards();
  };
  const start = async ({ action, ids, all, row = undefined }: AskedBulk) => {
    if (all) return startAll(action, all);
    // A row's own button works beside a long run.
    const outcome = row
      ? await runBulk({ action, ids, memberName: user?.name ?? '' })
      : await portions.run(action, ids);
    if (outcome) finished(action, outcome, row === true);
  };
  const isLong = portions.progress !== null && portions.progress.total > atOnce;
  return {
    actions,
    /** The action that runs: its button says so. */
    running,
    /** A long run, which the bar shows; null while none runs or it is over in a moment. */
    progress: isLong ? portions.progress : whole.progress,
    cancel: isLong ? portions.cancel : () => void whole.cancel(),
    asked,
    /** Asks first, where there is a question (rules 8.1), or where a whole folder's customers would get mail. */
    ask: (wanted: AskedBulk) => {
      if ((wanted.ids.length === 0 && !wanted.all) || (running && !wanted.row)) return;
      // The line above the list says it, too; a key or a row's bin has no other answer.
      if (!navigator.onLine) return void toastNote('You are offline. Try again once you are back.', { id: 'offline' });
      const { question, questionForAll } = bulkWork[wanted.action];
      if (question || (wanted.all && questionForAll)) setAsked(wanted);
      else void start(wanted);
    },
    confirm: () => {
      setAsked(null);
      if (asked) void start(asked);
    },
    dismiss: () => setAsked(null),
    /** Whether this row's Delete shows: the folder's right, and the order's own (one of one's My Orders). */
    mayDelete: (row: OrderRow) =>
      user !== null &&
      actions.includes('delete') &&
      mayDelete(user.type, { status: row.process_status, assignedToMe: row.assign_to === user.name }),
  };
}
