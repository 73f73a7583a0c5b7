import { useState } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { bulkActionsFor, folders, mayDelete, type BulkAction, type FolderName } from 'shared/rules/folders';
import { refreshFolderCounts } from 'shared/state/folderCounts';
import { useSession } from 'shared/state/session';
import { toastError, toastSuccess } from 'shared/ui/toasts';
import { undoChoice } from 'shared/ui/undo';
import { bulkToast } from './bulkToast.ts';
import { bulkWork } from './bulkWork.ts';
import type { BulkOutcome } from './runBulk.ts';
import { useBulk } from './useBulk.ts';
import type { ListFocus } from './useListFocus.ts';
import type { OrderList } from './useOrderList.ts';
import type { OrderSelection } from './useSelection.ts';

interface OrderActionsGiven {
  name: FolderName;
  list: OrderList;
  rows: readonly OrderRow[];
  selection: OrderSelection;
  focus: ListFocus;
}

interface Asked {
  action: BulkAction;
  ids: readonly string[];
  /** From a row's own button. */
  row?: true;
}

/** What this member may do with the folder's orders, and doing it: ask, run, tell, refresh. */
export function useOrderActions({ name, list, rows, selection, focus }: OrderActionsGiven) {
  const user = useSession((session) => session.user);
  const actions = user ? bulkActionsFor(folders[name], user.type) : [];
  const [asked, setAsked] = useState<Asked | null>(null);

  const finished = (action: BulkAction, { done, failed, ...outcome }: BulkOutcome, row: boolean) => {
    const toast = bulkToast(action, { done, failed, ...outcome });
    if (toast) {
      const undo = undoChoice(outcome.actionId, { label: toast.undo, words: toast.title });
      (toast.kind === 'success' ? toastSuccess : toastError)(toast.title, { detail: toast.detail, ...undo });
    }
    selection.settle(done, failed, rows);
    if (row && done[0] !== undefined) focus.toPlaceOf(done[0]);
    else if (!row) focus.toBar();
    if (done.length === 0) return;
    if (bulkWork[action].leaves) list.remove(done);
    void list.refresh();
    void refreshFolderCounts();
  };
  const { run, progress, cancel } = useBulk();

  const start = async ({ action, ids, row = undefined }: Asked) => {
    const outcome = await run(action, ids);
    if (outcome) finished(action, outcome, row === true);
  };
  return {
    actions,
    progress,
    cancel,
    asked,
    /** Asks first, where the requirements have a question. */
    ask: (wanted: Asked) => {
      if (wanted.ids.length === 0 || progress) return;
      if (bulkWork[wanted.action].question) setAsked(wanted);
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
