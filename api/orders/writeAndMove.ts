import { randomUUID } from 'node:crypto';
import type { RefundDetails } from 'shared/api/refundDetails';
import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import type { Transaction } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { writeChanges } from './changes/changeQueries.ts';
import { appendHistory, type HistoryEntry } from './changes/historyQueries.ts';
import { lockOrders, raiseVersion, type LockedOrder } from './changes/lockQueries.ts';
import { refuseStaleOrder } from './changes/refuseStaleOrder.ts';
import { decideMove, refuseRefundDetails } from './plans/decideMove.ts';

interface Asked {
  orderId: string;
  /** The one that was seen; undefined: whichever. */
  version?: number | undefined;
  /** Undefined: the order stays where it is. */
  updatingStatus?: MoveTarget | undefined;
  /** Details for a move to Refunds. */
  refund?: RefundDetails | null | undefined;
}

/** What was written: its id, and its line of the history. */
interface Written {
  id: number;
  entry: Pick<HistoryEntry, 'kind' | 'field' | 'from' | 'to'>;
}

/**
 * Writes something on an order and, if asked, moves the order with it: both or neither. Undo takes the move back; what
 * was written stays. Answers `actionId` of the move (null: nothing was moved) and what a message says of it. Throws 404
 * for no such order, 409 for a stale one, and what speaks against the move.
 */
export async function writeAndMove(
  tx: Transaction,
  { orderId, version: seen, updatingStatus, refund }: Asked,
  { member, write }: { member: Member; write: (order: LockedOrder) => Promise<Written> },
) {
  refuseRefundDetails({ updatingStatus, refund });
  const [order] = await lockOrders(tx, [orderId]);
  if (!order) throw new Refusal(404, 'Order not found');
  await refuseStaleOrder(tx, order, seen);

  const move = updatingStatus ? decideMove(order, { target: updatingStatus, refund }, member) : 'alreadySo';
  if (move !== 'alreadySo' && 'failure' in move) throw new Refusal(move.failure.httpStatus, move.failure.message);
  const change = move === 'alreadySo' ? null : move.change;

  const { id, entry } = await write(order);
  const version = order.version + 1;
  const common = { memberId: member.id, actionId: randomUUID() };
  await appendHistory(tx, [{ ...common, ...entry, orderId, version }]);
  if (change) await writeChanges(tx, [{ orderId, change }], { ...common, undoable: true });
  else await raiseVersion(tx, orderId);
  return {
    data: { id, version, actionId: change ? common.actionId : null },
    moved: change && updatingStatus ? ` Order has been moved to ${orderStatus[updatingStatus].label}.` : '',
  };
}
