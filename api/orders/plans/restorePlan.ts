import { count } from 'shared/format/count';
import type { LockedOrder } from '../changes/lockQueries.ts';
import type { BulkPlan, Decision } from './bulkPlan.ts';
import { withoutWhoLeft } from './reopened.ts';

/** Brings deleted orders back as they were, assignee and all, but for one who has left the team. */
export const restorePlan: BulkPlan = {
  undoable: true,
  decide: decideRestore,
  texts: { one: 'Order has been restored successfully', several: (n) => `${count(n)} restored` },
};

function decideRestore(order: LockedOrder): Decision {
  const { status, beforeDeleteStatus } = order;
  if (beforeDeleteStatus === null) {
    return {
      failure: { httpStatus: 409, message: 'This order is not deleted', several: (n) => `${count(n)} not deleted` },
    };
  }
  const whose = withoutWhoLeft(order, beforeDeleteStatus);
  const set = { processStatus: beforeDeleteStatus, beforeDeleteStatus: null, ...whose };
  return { change: { kind: 'restore', set, field: 'process_status', from: status, to: beforeDeleteStatus } };
}
