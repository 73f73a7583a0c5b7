import { type LucideIcon, MailCheck, RotateCcw, Trash2, Undo2, UserCheck, Wallet } from 'lucide-react';
import { Fragment } from 'react';
import { messageCalls } from 'shared/api/messageCalls';
import { type BulkResult, orderCalls } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { type SendOptions, sendWithRetry } from 'shared/desk';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { BidiName, ConfirmDialog } from 'shared/kit';
import type { BulkAction, FolderName } from 'shared/rules/folders';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { foundCount } from './useOrderList.ts';
import type { SelectAll, Selection } from './useSelection.ts';

interface BulkActionDefinition {
  icon: LucideIcon;
  label: string;
  /** The confirming button's label. `orders`: "order 100498" or "3 orders". */
  act: (orders: string) => string;
  /** Whether the orders stay in the folder. */
  stays?: true;
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
    stays: true,
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
    doing: 'Restoring',
    done: 'restored',
    send: (target, _shown, options) => sendWithRetry(orderCalls.restore, target, options),
  },
};

/** The selected orders that the action would change: for Refund, those not refunded yet. */
export function applicableIds(action: BulkAction, selected: Selection): string[] {
  const { appliesTo } = bulkActions[action];
  return [...selected]
    .filter(([, row]) => !appliesTo || row === null || row.process_status === appliesTo)
    .map(([id]) => id);
}

export interface BulkRequest {
  action: BulkAction;
  ids: readonly string[];
  /** A folder or a search, instead of ids. */
  all?: SelectAll | null;
  /** Set if a row's own button was pressed. */
  row?: true;
}

/** Whether an action on these orders is confirmed first (rule 8.1). */
export function needsConfirmation(action: BulkAction, { size, isAll }: { size: number; isAll: boolean }): boolean {
  const { question, maxUnconfirmed = Infinity } = bulkActions[action];
  return question !== undefined && (isAll || size > maxUnconfirmed);
}

interface ConfirmBulkProps {
  request: BulkRequest | null;
  /** The folder or month. */
  where: string;
  rows: readonly OrderRow[];
  selected: Selection;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the member to confirm a bulk action (rule 8.1), and names its orders. */
export function ConfirmBulk({ request, where, rows, selected, ...answers }: ConfirmBulkProps) {
  if (!request) return null;
  const { question, act, consequence, destroys = false } = bulkActions[request.action];
  const { ids, all } = request;
  const orders = ordersOf(request);
  const nameOf = (id: string) => (selected.get(id) ?? rows.find(({ order_id }) => order_id === id))?.full_name;
  return (
    <ConfirmDialog open title={question?.(orders) ?? ''} confirmLabel={act(orders)} destructive={destroys} {...answers}>
      {all ? (
        `All ${foundCount(all)}${all.term && ` matching “${all.term}”`} in ${where}, on every page.`
      ) : (
        <Which ids={ids} nameOf={nameOf} />
      )}{' '}
      {consequence?.(ids.length === 1 ? 'it' : 'them')}
    </ConfirmDialog>
  );
}

/** "order 100498", "3 orders", "1,000+ orders" */
function ordersOf({ ids, all }: BulkRequest): string {
  if (all) return all.total === 1 ? '1 order' : `${foundCount(all)} orders`;
  return ids.length === 1 ? `order ${ids[0]}` : `${count(ids.length)} orders`;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const maxNamed = 5;

/** "100198 Anna Hill and 100199 Li Wei." */
function Which({ ids, nameOf }: { ids: readonly string[]; nameOf: (id: string) => string | undefined }) {
  const more = ids.length - maxNamed;
  const parts = more > 0 ? [...ids.slice(0, maxNamed), `${count(more)} more`] : ids;
  return (
    <>
      {list.formatToParts(parts).map(({ value }) => {
        const name = nameOf(value);
        return name === undefined ? (
          value
        ) : (
          <Fragment key={value}>
            {value} <BidiName name={name} />
          </Fragment>
        );
      })}
      .
    </>
  );
}
