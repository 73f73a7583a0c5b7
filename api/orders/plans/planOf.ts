import { and, inArray, isNull, max } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { count, pluralize } from 'shared/format/count';
import type { Database, Transaction } from '../../db/database.ts';
import { assertRight } from '../../http/authorise.ts';
import type { Actor } from '../../http/session.ts';
import type { LockedOrder } from '../changes/orderChanges.ts';
import { assignPlan, releasePlan } from './assign.ts';
import { type BulkPlan, conflict, type Decision, deletedOrder, rightFor } from './plan.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import { customerMessages } from '../../db/schema/remarks.ts';
import { movePlan, refundPlan, restorePlan } from './move.ts';
import { undoPlan } from './undo.ts';

export interface PlanContext {
  member: Actor;
  /** The provider for refund mails, because staff cannot choose one. */
  refundMailProvider: MailServiceProvider;
  /** Delay of a single order's refund mail, in seconds. A bulk action's mails are not delayed. */
  mailDelaySeconds?: number;
}

/** Throws 403 if the member's role has no right to this action. */
export async function planOf(
  db: Database,
  work: BulkWork,
  { member, refundMailProvider, mailDelaySeconds = 0 }: PlanContext,
): Promise<BulkPlan> {
  assertRight(member.role, rightFor(work, member));
  switch (work.action) {
    case 'assign':
      return assignPlan(db, work.assignto);
    case 'release':
      return releasePlan(member);
    case 'handle':
      return handlePlan(work.seen);
    case 'move':
      return movePlan(work.updatingStatus, member, work.refund);
    case 'restore':
      return restorePlan;
    case 'refund':
      return refundPlan(member, { provider: refundMailProvider, mailDelaySeconds });
    case 'undo':
      return undoPlan(db, work.actionId, member);
  }
}

/** "Mark as handled". `seen` maps each order id to the id of the newest message that the caller has seen. */
function handlePlan(seen: Readonly<Record<string, number>> = {}): BulkPlan {
  let newest: ReadonlyMap<string, number>;
  return {
    undo: 'offered',
    prefetch: async (tx) => void (newest = await newestByOrder(tx, Object.keys(seen))),
    decide: (order) => {
      const shown = seen[order.orderId] ?? Infinity;
      return decideHandling(order, { wroteSince: (newest.get(order.orderId) ?? 0) > shown });
    },
    texts: {
      one: () => 'Messages marked as handled.',
      several: (n) => `${count(n)} marked as handled`,
      already: 'The messages were already handled.',
    },
  };
}

/** Maps each order id to the id of its customer's newest message. */
async function newestByOrder(tx: Transaction, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { orderId, memberId, id } = customerMessages;
  const rows = await tx
    .select({ orderId, id: max(id) })
    .from(customerMessages)
    .where(and(inArray(orderId, [...orderIds]), isNull(memberId)))
    .groupBy(orderId);
  return new Map(rows.map((row) => [row.orderId, row.id!]));
}

function decideHandling({ status, customerWrote }: LockedOrder, { wroteSince }: { wroteSince: boolean }): Decision {
  if (status === 'Deleted') return deletedOrder;
  if (!customerWrote) return 'unchanged';
  if (wroteSince) {
    const several = (n: number) => pluralize(n, 'has a newer message', 'have newer messages');
    return conflict('The customer has sent another message.', several);
  }
  return {
    change: { kind: 'settle', set: { customerWroteAt: null }, field: 'customer_message', from: null, to: null },
  };
}
