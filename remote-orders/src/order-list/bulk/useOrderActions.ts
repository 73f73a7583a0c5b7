import { useState } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import {
  forgetActionsOf,
  refreshFolderCounts,
  toastError,
  toastNote,
  toastSuccess,
  undoChoice,
  useSession,
} from 'shared/desk';
import type { Month } from 'shared/format/dates';
import { bulkActionsFor, folders, mayDelete, type BulkAction, type FolderName } from 'shared/rules/folders';
import { bulkToast } from './bulkToast.ts';
import { bulkActions } from './bulkActions.ts';
import { runBulk, type BulkOutcome } from './runBulk.ts';
import { useBulkJob } from './useBulkJob.ts';
import { useIsMounted } from '../useIsMounted.ts';
import type { ListFocus } from '../focus/useListFocus.ts';
import type { OrderList } from '../useOrderList.ts';
import type { AllOf, OrderSelection } from '../selection/useSelection.ts';

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
  const mounted = useIsMounted();
  const running = starting ?? job.progress?.action ?? null;

  const finished = ({ action, row }: AskedBulk, outcome: BulkOutcome) => {
    const { done, failed, error } = outcome;
    // A dead session has had its toast.
    if (error?.httpStatus === 401) return;
    const { kind, title, detail, undo } = bulkToast(outcome);
    const orderId = done.length === 1 ? done[0] : undefined;
    const choice = undoChoice(outcome.actionId, { label: undo, words: title, orderId });
    if (action === 'refund') done.forEach(forgetActionsOf);
    const toast = { success: toastSuccess, note: toastNote, error: toastError }[kind];
    toast(title, { detail, ...choice });
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
    job.started(jobId, action, all?.total ?? ids.length);
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
    mayDelete: (row: OrderRow) =>
      user !== null &&
      actions.includes('delete') &&
      mayDelete(user.type, { status: row.process_status, assignedToMe: row.assign_to === user.name }),
  };
}
