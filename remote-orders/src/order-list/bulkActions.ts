import { type LucideIcon, MailCheck, RotateCcw, Trash2, Undo2, UserCheck, Wallet } from 'lucide-react';
import { messageCalls } from 'shared/api/messageCalls';
import { type BulkResult, orderCalls } from 'shared/api/orderCalls';
import { type SendOptions, sendWithRetry } from 'shared/desk';
import type { Month } from 'shared/format/dates';
import type { BulkAction, FolderName } from 'shared/rules/folders';
import type { OrderStatus } from 'shared/rules/orderStatus';

interface BulkActionDefinition {
  icon: LucideIcon;
  label: string;
  /** The confirming button's label. `orders`: "order 100498" or "3 orders". */
  act: (orders: string) => string;
  leaves: boolean;
  /** Asked for a whole folder or more than `maxUnconfirmed` orders. Without a question, the action runs at once. */
  question?: (orders: string) => string;
  maxUnconfirmed?: number;
  consequence?: (orders: 'it' | 'them') => string;
  destroys?: true;
  /** Followed by the progress: "96 of 248". */
  doing: string;
  done: string;
  /** If set, only orders of this status change. */
  appliesTo?: OrderStatus;
  send: (target: BulkTarget, shown: Shown, options: SendOptions) => Promise<{ message: string; data: BulkResult }>;
}

export interface Shown {
  memberName: string;
  /** Order id → the customer's newest message shown in its row. */
  messages: Readonly<Record<string, number>>;
}

export type BulkTarget = { orderId: string[] } | { folderName: FolderName; searchVal: string; month?: Month };

/** Rules 8.1, 8.3. */
export const bulkActions: Readonly<Record<BulkAction, BulkActionDefinition>> = {
  assign: {
    icon: UserCheck,
    label: 'Assign to me',
    act: (orders) => `Assign ${orders}`,
    leaves: true,
    question: () => 'Are you sure want to assigned orders.',
    maxUnconfirmed: 50,
    consequence: (orders) => `Undo unassigns ${orders}.`,
    doing: 'Assigning',
    done: 'assigned',
    send: (target, { memberName: assignto }, options) =>
      sendWithRetry(orderCalls.assign, { ...target, assignto }, options),
  },
  release: {
    icon: Undo2,
    label: 'Move to Original Folder',
    act: (orders) => `Move ${orders}`,
    leaves: true,
    question: () => 'Are you sure want to move orders to new orders.',
    maxUnconfirmed: 50,
    consequence: (orders) => `Undo assigns ${orders} to you again.`,
    doing: 'Moving',
    done: 'moved to their original folder',
    send: (target, _shown, options) => sendWithRetry(orderCalls.assign, { ...target, assignto: '' }, options),
  },
  handle: {
    icon: MailCheck,
    label: 'Mark as handled',
    act: (orders) => `Mark ${orders} as handled`,
    leaves: true,
    question: (orders) => `Mark messages on ${orders} as handled?`,
    consequence: () => 'No reply will be sent.',
    doing: 'Marking as handled',
    done: 'marked as handled',
    send: (target, { messages: seen }, options) =>
      sendWithRetry(messageCalls.handleMessages, 'orderId' in target ? { ...target, seen } : target, options),
  },
  refund: {
    icon: Wallet,
    label: 'Refunded it',
    act: (orders) => `Refund ${orders}`,
    leaves: false,
    question: (orders) => `Refund ${orders}?`,
    // The mails about several orders are sent without delay (rule 12.11), so they cannot be cancelled.
    maxUnconfirmed: 1,
    consequence: () => 'Each newly refunded customer will be emailed immediately. This cannot be undone.',
    doing: 'Refunding',
    done: 'refunded',
    appliesTo: 'Refunds',
    send: (target, _shown, options) => sendWithRetry(orderCalls.completeRefund, target, options),
  },
  delete: {
    icon: Trash2,
    label: 'Delete',
    act: (orders) => `Delete ${orders}`,
    leaves: true,
    question: () => 'Are you sure you want to delete?',
    maxUnconfirmed: 0,
    consequence: (orders) => `An Admin or a Manager can restore ${orders} from Deleted Orders.`,
    destroys: true,
    doing: 'Deleting',
    done: 'deleted',
    send: (target, _shown, options) =>
      sendWithRetry(
        orderCalls.changeStatus,
        { ...target, permanentDeletedFlag: false, updatingStatus: 'Deleted' },
        options,
      ),
  },
  restore: {
    icon: RotateCcw,
    label: 'Restore',
    act: (orders) => `Restore ${orders}`,
    leaves: true,
    doing: 'Restoring',
    done: 'restored',
    send: (target, _shown, options) => sendWithRetry(orderCalls.restore, target, options),
  },
};

/** The selected orders that the action would change: for Refund, those not refunded yet. */
export function applicableIds(action: BulkAction, selected: ReadonlyMap<string, OrderStatus | null>): string[] {
  const { appliesTo } = bulkActions[action];
  const entries = appliesTo ? [...selected].filter(([, status]) => status === null || status === appliesTo) : selected;
  return [...entries].map(([id]) => id);
}
