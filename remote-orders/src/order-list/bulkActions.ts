import { type BulkResult, orderCalls } from 'shared/api/orderCalls';
import { type SendOptions, sendWithRetry } from 'shared/desk';
import type { Month } from 'shared/format/dates';
import type { BulkAction, FolderName } from 'shared/rules/folders';

/** What each action on selected rows asks, calls and says: rules 8.1, 8.3. */

interface BulkActionDefinition {
  /** The button. */
  label: string;
  /** The act, as the question's own button names it: "Delete 3 orders". */
  act: string;
  /** Done orders are in another folder from then on. */
  leaves: boolean;
  /** Asked first; without one the click is enough. */
  question?: string;
  destroys?: true;
  /** "Assigning 96 of 248" */
  doing: string;
  /** "3 assigned" */
  done: string;
  /** Asked before it runs on a whole folder, where one order alone asks nothing. */
  questionForAll?: { title: (orders: string) => string; text: string };
  send: (
    target: BulkTarget,
    memberName: string,
    options: SendOptions,
  ) => Promise<{ message: string; data: BulkResult }>;
}

/** These orders; or all that a folder holds, or that a search finds in it. */
export type BulkTarget = { orderId: string[] } | { folderName: FolderName; searchVal: string; month?: Month };

export const bulkActions: Readonly<Record<BulkAction, BulkActionDefinition>> = {
  assign: {
    label: 'Assign to me',
    act: 'Assign',
    leaves: true,
    question: 'Are you sure want to assigned orders.',
    doing: 'Assigning',
    done: 'assigned',
    send: (target, assignto, options) => sendWithRetry(orderCalls.assign, { ...target, assignto }, options),
  },
  release: {
    label: 'Move to Original Folder',
    act: 'Move',
    leaves: true,
    question: 'Are you sure want to move orders to new orders.',
    doing: 'Moving',
    done: 'moved to their original folder',
    send: (target, _memberName, options) => sendWithRetry(orderCalls.assign, { ...target, assignto: '' }, options),
  },
  refund: {
    label: 'Refunded it',
    act: 'Refund',
    leaves: false,
    questionForAll: {
      title: (orders) => `Refund ${orders}?`,
      text: 'Every customer who still waits for a refund gets a mail. It cannot be undone.',
    },
    doing: 'Refunding',
    done: 'refunded',
    send: (target, _memberName, options) => sendWithRetry(orderCalls.completeRefund, target, options),
  },
  delete: {
    label: 'Delete',
    act: 'Delete',
    leaves: true,
    question: 'Are you sure you want to delete?',
    destroys: true,
    doing: 'Deleting',
    done: 'deleted',
    send: (target, _memberName, options) =>
      sendWithRetry(
        orderCalls.changeStatus,
        { ...target, permanentDeletedFlag: false, updatingStatus: 'Deleted' },
        options,
      ),
  },
  restore: {
    label: 'Restore',
    act: 'Restore',
    leaves: true,
    doing: 'Restoring',
    done: 'restored',
    send: (target, _memberName, options) => sendWithRetry(orderCalls.restore, target, options),
  },
};
