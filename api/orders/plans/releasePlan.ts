import { count } from 'shared/format/count';
import { may } from 'shared/rules/permissions';
import type { Actor } from '../../http/member.ts';
import type { LockedOrder } from '../changes/lockQueries.ts';
import type { BulkPlan, Decision } from './bulkPlan.ts';
import { isDeleted } from './decideMove.ts';
import { planRights } from './planRights.ts';

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
