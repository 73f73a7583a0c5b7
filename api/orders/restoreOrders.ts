import type { Database } from '../db/connect.ts';
import type { Member } from '../http/session.ts';
import { changeOrders, type Decision } from './changeOrders.ts';
import type { LockedOrder } from './orderQueries.ts';

/** Brings deleted orders back as they were, assignee and all. */
export function restoreOrders(db: Database, orderIds: string[], member: Member) {
  return changeOrders(db, {
    orderIds,
    member,
    decide: decideRestore,
    texts: { one: 'Order has been restored successfully', several: (n) => `${n} restored` },
  });
}

function decideRestore({ status, beforeDeleteStatus }: LockedOrder): Decision {
  if (beforeDeleteStatus === null) {
    return { failure: { httpStatus: 409, message: 'This order is not deleted', several: (n) => `${n} not deleted` } };
  }
  const set = { processStatus: beforeDeleteStatus, beforeDeleteStatus: null };
  return { change: { kind: 'restore', set, field: 'process_status', from: status, to: beforeDeleteStatus } };
}
