import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import type { Database } from '../db/connect.ts';
import type { Member } from '../http/session.ts';
import { changeOrders } from './changeOrders.ts';
import { decideMove, requireSomeRightToDelete } from './decideMove.ts';

interface Move {
  orderId: string[];
  updatingStatus: MoveTarget;
  version?: number | undefined;
}

/** Moves orders to another status; to Deleted for those who may delete. The status it has already changes nothing. */
export async function moveOrders(db: Database, { orderId, updatingStatus, version }: Move, member: Member) {
  if (updatingStatus === 'Deleted') requireSomeRightToDelete(member);
  const { label } = orderStatus[updatingStatus];
  return changeOrders(db, {
    orderIds: orderId,
    member,
    version,
    decide: (order) => decideMove(order, updatingStatus, member),
    texts:
      updatingStatus === 'Deleted'
        ? { one: 'Order has been deleted successfully', several: (n) => `${n} deleted` }
        : { one: `Order has been moved to ${label}`, several: (n) => `${n} moved to ${label}` },
  });
}
