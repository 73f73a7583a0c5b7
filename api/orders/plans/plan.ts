import type { BulkResult } from 'shared/api/orderCalls';
import { count } from 'shared/format/count';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { Action } from 'shared/rules/permissions';
import type { Transaction } from '../../db/database.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import type { HistoryKind, orderHistory } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import type { LockedOrder, OrderChange } from '../changes/orderChanges.ts';

export interface Failure {
  httpStatus: 403 | 404 | 409;
  message: string;
  by?: string | undefined;
  /** "2 already taken by Max Manager". */
  several: (n: number) => string;
}

/** `unchanged`: already in the target state. */
export type Decision = { change: OrderChange } | { failure: Failure } | 'unchanged';

type FailureOf = (message: string, several: Failure['several'], by?: string) => { failure: Failure };

export const forbidden: FailureOf = (message, several, by) => ({ failure: { httpStatus: 403, message, several, by } });
export const notFound: FailureOf = (message, several, by) => ({ failure: { httpStatus: 404, message, several, by } });
export const conflict: FailureOf = (message, several, by) => ({ failure: { httpStatus: 409, message, several, by } });

export const errorOf = ({ failure: { httpStatus, message } }: { failure: Failure }) =>
  new HttpError(httpStatus, message);

export const deletedOrder = conflict('This order is deleted. Restore it first.', (n) => `${count(n)} already deleted`);

export interface BulkPlan {
  /** `refused`: Undo stops at the action and says that it cannot be undone. */
  undo: 'offered' | 'refused' | 'none';
  prefetch?: (tx: Transaction, locked: readonly LockedOrder[]) => Promise<void>;
  decide: (order: LockedOrder) => Decision;
  afterChange?: (
    tx: Transaction,
    changed: readonly LockedOrder[],
    mode: 'single' | 'bulk',
  ) => Promise<Pick<BulkResult, 'mail'> | void>;
  /**
   * `already`: the text for a single order that was already in the target state. Default: `one`. `isSentence`: whether
   * `several`, with the reasons of refused orders, ends with a full stop.
   */
  texts: { one: (orderId: string) => string; several: (n: number) => string; already?: string; isSentence?: true };
}

/** Routes check this right before the input is validated, so `work` may be invalid. Jobs check it before each portion. */
export function rightFor(work: BulkWork, { name }: Pick<Actor, 'name'>): Action {
  if (work.action === 'move' && work.updatingStatus === 'Deleted') return 'order.delete';
  if (work.action !== 'assign') return `order.${work.action}`;
  const assignto: unknown = work.assignto;
  const isAnother = typeof assignto === 'string' && !['', name].includes(assignto.trim());
  return isAnother ? 'order.assignOthers' : 'order.assign';
}

export type DescribedChange = Pick<typeof orderHistory.$inferSelect, 'orderId' | 'kind' | 'to'> & {
  /** ISO 8601, UTC. */
  at: string;
  by: string | null;
};

/** "Tia Team moved 100471 to Pending at 10:31 (UTC)". */
export function changeText({ orderId, at, by, kind, to }: DescribedChange): string {
  const what = changeDescriptions[kind](orderId, to ?? '');
  return `${by ?? (kind === 'customer' ? 'The customer' : 'Arrival Desk')} ${what} at ${at.slice(11, 16)} (UTC)`;
}

const moved = (orderId: string, to: string) => `moved ${orderId} to ${orderStatus[to as OrderStatus]?.label ?? to}`;

const changeDescriptions: Record<HistoryKind, (orderId: string, to: string) => string> = {
  assign: (orderId, to) => `assigned ${orderId} to ${to}`,
  release: (orderId) => `moved ${orderId} to its original folder`,
  move: moved,
  promote: moved,
  delete: (orderId) => `deleted ${orderId}`,
  restore: (orderId) => `restored ${orderId}`,
  refund: (orderId) => `refunded ${orderId}`,
  remark: (orderId) => `commented on ${orderId}`,
  upload: (orderId) => `uploaded a document to ${orderId}`,
  mail: (orderId) => `cancelled an email for ${orderId}`,
  payment: (orderId) => `marked ${orderId} as paid`,
  ask: (orderId) => `asked the customer a question on ${orderId}`,
  reply: (orderId) => `replied to the customer on ${orderId}`,
  customer: (orderId) => `wrote about ${orderId}`,
  settle: (orderId) => `marked the messages on ${orderId} as handled`,
  details: (orderId) => `entered transaction details for ${orderId}`,
  withdrawReply: (orderId) => `withdrew a reply on ${orderId}`,
  withdrawQuestion: (orderId) => `withdrew a question on ${orderId}`,
  withdraw: (orderId) => `withdrew a document from ${orderId}`,
  undo: (orderId) => `undid an action on ${orderId}`,
};
