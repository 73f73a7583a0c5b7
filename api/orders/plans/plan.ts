import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { Action } from 'shared/rules/permissions';
import type { Transaction } from '../../db/database.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/authorise.ts';
import type { LockedOrder, OrderChange } from '../changes/changeQueries.ts';

/** Why one order of a bulk is left as it is. */
export interface Failure {
  httpStatus: 403 | 404 | 409;
  message: string;
  /** The member who was faster. */
  by?: string | undefined;
  /** How several of it are told: "2 already taken by Max Manager". */
  several: (n: number) => string;
}

/** A decision about one order: change it, leave it as it is (it is so already), or not. */
export type Decision = { change: OrderChange } | { failure: Failure } | 'alreadySo';

/** One action on any number of orders: the same rules for one, for 500, and for a whole folder. */
export interface BulkPlan {
  /** Whether Undo can take it back. */
  undoable: boolean;
  /** Reads the facts that the decisions need besides the orders, once these are locked. */
  lookUp?: (tx: Transaction, locked: readonly LockedOrder[]) => Promise<void>;
  decide: (order: LockedOrder) => Decision;
  /** Does further work in the same transaction, with the changed orders of a single or a bulk request. */
  alongWith?: (tx: Transaction, changed: readonly LockedOrder[], asked: 'single' | 'bulk') => Promise<void>;
  /** The answer's text for one order, for several, and for one that was so before (left out: the same). */
  texts: { one: string; several: (n: number) => string; already?: string };
}

interface PlanRights {
  /** To do it to any order at all. A plan may still refuse some orders. */
  needs: Action;
  /** Where an order becomes another member's, or is taken from one. */
  ofAnother?: Action;
}

/** The rights that each plan needs. The route asks them before the input is checked, a job before each portion. */
export const planRights = {
  assign: { needs: 'order.assign', ofAnother: 'order.assignOthers' },
  release: { needs: 'order.release', ofAnother: 'order.releaseOthers' },
  move: { needs: 'order.move' },
  delete: { needs: 'order.delete' },
  restore: { needs: 'order.restore' },
  refund: { needs: 'order.refund' },
  undo: { needs: 'order.undo' },
} as const satisfies Record<string, PlanRights>;

/** The right to do this work to any order. Its values may be anything: the route asks before the input is checked. */
export function rightFor(work: BulkWork, { name }: Pick<Actor, 'name'>): Action {
  if (work.action === 'assign' && isAnother(work.assignto, name)) return planRights.assign.ofAnother;
  if (work.action === 'move' && work.updatingStatus === 'Deleted') return planRights.delete.needs;
  return planRights[work.action].needs;
}

const isAnother = (assignto: unknown, ownName: string) =>
  typeof assignto === 'string' && !['', ownName].includes(assignto.trim());

interface ToldChange {
  orderId: string;
  at: Date;
  /** Null: the product itself. */
  by: string | null;
  kind: HistoryKind;
  to: string | null;
}

/** Describes a change for a person: "Tia Team moved 100471 to Pending at 10:31" (UTC). */
export function changeText({ orderId, at, by, kind, to }: ToldChange): string {
  const what = deeds[kind](orderId, to ?? '');
  return `${by ?? (kind === 'customer' ? 'The customer' : 'Arrival Desk')} ${what} at ${at.toISOString().slice(11, 16)}`;
}

const moved = (orderId: string, to: string) => `moved ${orderId} to ${orderStatus[to as OrderStatus]?.label ?? to}`;

const deeds: Record<HistoryKind, (orderId: string, to: string) => string> = {
  assign: (orderId, to) => `assigned ${orderId} to ${to}`,
  release: (orderId) => `moved ${orderId} to its original folder`,
  move: moved,
  promote: moved,
  delete: (orderId) => `deleted ${orderId}`,
  restore: (orderId) => `restored ${orderId}`,
  refund: (orderId) => `refunded ${orderId}`,
  remark: (orderId) => `commented on ${orderId}`,
  upload: (orderId) => `uploaded a document to ${orderId}`,
  mail: (orderId) => `took back an e-mail of ${orderId}`,
  payment: (orderId) => `marked ${orderId} paid`,
  ask: (orderId) => `asked the customer of ${orderId}`,
  customer: (orderId) => `wrote to ${orderId}`,
  settle: (orderId) => `dealt with what the customer of ${orderId} wrote`,
  details: (orderId) => `entered the transaction details of ${orderId}`,
  withdraw: (orderId) => `withdrew a document of ${orderId}`,
  undo: (orderId) => `took back what was done to ${orderId}`,
};
