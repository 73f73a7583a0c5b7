import { count } from 'shared/format/count';
import { orderStatus } from 'shared/rules/orderStatus';
import { may } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/authorise.ts';
import { Refusal } from '../../http/Refusal.ts';
import { findMemberByName } from '../../team/memberQueries.ts';
import type { LockedOrder, OrderChange } from '../changes/changeQueries.ts';
import { isDeleted } from './movePlan.ts';
import { type BulkPlan, type Decision, planRights } from './plan.ts';

/**
 * Assigns orders to oneself or, for those who may, to another member, by name. Only what can be claimed and nobody has:
 * of two people at once, one gets it and the other is told who has it.
 */
export async function assignPlan(db: Database, assignto: string, member: Actor): Promise<BulkPlan> {
  const assignee = await findAssignee(db, assignto, member);
  return {
    undoable: true,
    decide: (order) => decideAssignment(order, assignee),
    texts: { one: 'Order has been assigned successfully', several: (n) => `${count(n)} assigned` },
  };
}

async function findAssignee(db: Database, name: string, member: Actor): Promise<{ id: number; name: string }> {
  if (name === member.name) return member;
  const other = await findMemberByName(db, name);
  if (!other) throw new Refusal(404, `There is no team member ${name}`);
  return other;
}

/** Whether this order can become the assignee's. */
function decideAssignment(order: LockedOrder, assignee: { id: number; name: string }): Decision {
  if (order.status === 'Deleted') return { failure: isDeleted };
  if (order.assignedTo === assignee.id) return 'alreadySo';
  if (order.assignedTo !== null) {
    const by = order.assigneeName ?? 'somebody else';
    return {
      failure: {
        httpStatus: 409,
        message: `Already taken by ${by}`,
        by,
        several: (n) => `${count(n)} already taken by ${by}`,
      },
    };
  }
  const { label, claimable } = orderStatus[order.status];
  if (!claimable) {
    return {
      failure: {
        httpStatus: 409,
        message: `Only New and Priority orders can be assigned; this one is ${label}`,
        several: (n) => `${count(n)} no longer New or Priority`,
      },
    };
  }
  return { change: assignmentTo(assignee) };
}

/** What makes an order that nobody has somebody's. */
export function assignmentTo({ id, name }: { id: number; name: string }): OrderChange {
  const set = { assignedTo: id, assignedAt: new Date() };
  return { kind: 'assign', set, field: 'assign_to', from: null, to: name };
}

/** "Move to Original Folder": clears the assignee, by that member, an Admin or a Manager; the status stays. */
export function releasePlan(member: Actor): BulkPlan {
  return {
    undoable: true,
    decide: (order) => decideRelease(order, member),
    texts: {
      one: 'Order has been moved to its original folder',
      several: (n) => `${count(n)} moved to ${n === 1 ? 'its original folder' : 'their original folders'}`,
    },
  };
}

function decideRelease(order: LockedOrder, { id, role }: Actor): Decision {
  if (order.status === 'Deleted') return { failure: isDeleted };
  if (order.assignedTo === null) return 'alreadySo';
  if (order.assignedTo !== id && !may(role, planRights.release.ofAnother)) {
    const by = order.assigneeName ?? 'somebody else';
    return {
      failure: { httpStatus: 403, message: `This order is with ${by}`, by, several: (n) => `${count(n)} with ${by}` },
    };
  }
  const set = { assignedTo: null, assignedAt: null };
  return { change: { kind: 'release', set, field: 'assign_to', from: order.assigneeName, to: null } };
}
