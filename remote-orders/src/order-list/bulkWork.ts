/** What each action on selected rows asks, calls and says: requirements sections 4 and 8, decisions "Texts". */
import { orderCalls, type BulkResult } from 'shared/api/orderCalls';
import type { SendOptions } from 'shared/api/send';
import type { BulkAction } from 'shared/rules/folders';
import { sendTwice } from 'shared/ui/useAction';

interface BulkWork {
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
  /** "3 assigned", "What is assigned stays assigned." */
  done: string;
  /** At most 500 at once. */
  send: (orderId: string[], memberName: string, options: SendOptions) => Promise<{ message: string; data: BulkResult }>;
}

export const bulkWork: Readonly<Record<BulkAction, BulkWork>> = {
  assign: {
    label: 'Assign to me',
    act: 'Assign',
    leaves: true,
    question: 'Are you sure want to assigned orders.',
    doing: 'Assigning',
    done: 'assigned',
    send: (orderId, assignto, options) => sendTwice(orderCalls.assign, { orderId, assignto }, options),
  },
  release: {
    label: 'Move to Original Folder',
    act: 'Move',
    leaves: true,
    question: 'Are you sure want to move orders to new orders.',
    doing: 'Moving',
    done: 'moved to their original folder',
    send: (orderId, _memberName, options) => sendTwice(orderCalls.assign, { orderId, assignto: '' }, options),
  },
  refund: {
    label: 'Refunded it',
    act: 'Refund',
    leaves: false,
    doing: 'Refunding',
    done: 'refunded',
    send: (orderId, _memberName, options) => sendTwice(orderCalls.completeRefund, { orderId }, options),
  },
  delete: {
    label: 'Delete',
    act: 'Delete',
    leaves: true,
    question: 'Are you sure you want to delete?',
    destroys: true,
    doing: 'Deleting',
    done: 'deleted',
    send: (orderId, _memberName, options) =>
      sendTwice(orderCalls.changeStatus, { orderId, permanentDeletedFlag: false, updatingStatus: 'Deleted' }, options),
  },
  restore: {
    label: 'Restore',
    act: 'Restore',
    leaves: true,
    doing: 'Restoring',
    done: 'restored',
    send: (orderId, _memberName, options) => sendTwice(orderCalls.restore, { orderId }, options),
  },
};
