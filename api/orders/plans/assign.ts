import { and, eq, isNull } from 'drizzle-orm';
import { count } from 'shared/format/count';
import { orderStatus } from 'shared/rules/orderStatus';
import { may } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';
import type { Actor } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import type { LockedOrder, OrderChange } from '../changes/orderChanges.ts';
import { type BulkPlan, conflict, type Decision, forbidden, deletedOrder } from './plan.ts';

/** If two people take an order at once, one gets it, and the other gets an error that names the first. */
export async function assignPlan(db: Database, assignto: string): Promise<BulkPlan> {
  const [assignee] = await db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(eq(members.name, assignto), isNull(members.deletedAt)));
  if (!assignee) throw new HttpError(404, `Team member not found: ${assignto}`);
  return {
    undo: 'offered',
    decide: (order) => decideAssignment(order, assignee),
    texts: { one: () => 'Order has been assigned successfully', several: (n) => `${count(n)} assigned` },
  };
}

function decideAssignment(order: LockedOrder, assignee: { id: number; name: string }): Decision {
  if (order.status === 'Deleted') return deletedOrder;
  if (order.assignedTo === assignee.id) return 'unchanged';
  if (order.assignedTo !== null) {
    const by = order.assigneeName ?? 'someone else';
    return conflict(`Already taken by ${by}.`, (n) => `${count(n)} already taken by ${by}`, by);
  }
  const { label, claimable } = orderStatus[order.status];
  if (!claimable) {
    const message = `Only New and Priority orders can be assigned. This one is ${label}.`;
    return conflict(message, (n) => `${count(n)} no longer New or Priority`);
  }
  return { change: assignmentTo(assignee) };
}

export function assignmentTo({ id, name }: { id: number; name: string }): OrderChange {
  const set = { assignedTo: id, assignedAt: new Date() };
  return { kind: 'assign', set, field: 'assign_to', from: null, to: name };
}

/** "Move to Original Folder", by the assignee, an Admin or a Manager. Does not change the status. */
export function releasePlan(member: Actor): BulkPlan {
  return {
    undo: 'offered',
    decide: (order) => decideRelease(order, member),
    texts: {
      one: (orderId) => `Order ${orderId} has been moved to its original folder.`,
      several: (n) => `${count(n)} moved to ${n === 1 ? 'its original folder' : 'their original folders'}`,
    },
  };
}

function decideRelease(order: LockedOrder, { id, role }: Actor): Decision {
  if (order.status === 'Deleted') return deletedOrder;
  if (order.assignedTo === null) return 'unchanged';
  if (order.assignedTo !== id && !may(role, 'order.releaseOthers')) {
    const by = order.assigneeName ?? 'someone else';
    return forbidden(`This order is assigned to ${by}.`, (n) => `${count(n)} assigned to ${by}`, by);
  }
  return { change: releaseOf(order) };
}

export function releaseOf({ assigneeName }: LockedOrder): OrderChange {
  const set = { assignedTo: null, assignedAt: null };
  return { kind: 'release', set, field: 'assign_to', from: assigneeName, to: null };
}
