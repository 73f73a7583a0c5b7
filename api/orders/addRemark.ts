import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import { orderStatus } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { writeChanges } from './changes/changeQueries.ts';
import { refuseStaleOrder } from './changes/refuseStaleOrder.ts';
import { appendHistory } from './changes/historyQueries.ts';
import { lockOrders, raiseVersion } from './changes/lockQueries.ts';
import { decideMove } from './plans/decideMove.ts';
import { insertRemark } from './remarkQueries.ts';

/** Adds a remark and, if asked ("comment and move"), moves the order with it: both or neither. */
export async function addRemark(db: Database, input: ParsedInput<typeof orderCalls.addRemark>, member: Member) {
  const { orderId, remark, updatingStatus } = input;
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    if (!order) throw new Refusal(404, 'Order not found');
    await refuseStaleOrder(tx, order, input.version);

    const move = updatingStatus ? decideMove(order, updatingStatus, member) : 'alreadySo';
    if (move !== 'alreadySo' && 'failure' in move) throw new Refusal(move.failure.httpStatus, move.failure.message);
    const change = move === 'alreadySo' ? null : move.change;

    const id = await insertRemark(tx, {
      orderId,
      memberId: member.id,
      remark,
      whatsapp: ticked(input.whatsapp),
      telephone: ticked(input.telephone),
      statusRefund: ticked(input.statusRefund),
      voided: ticked(input.voided),
      chargeback: ticked(input.chargeBack),
    });
    const version = order.version + 1;
    const common = { memberId: member.id, actionId: randomUUID() };
    const entry = { ...common, orderId, version, kind: 'remark', field: 'remark', from: null, to: remark } as const;
    await appendHistory(tx, [entry]);
    // Undo takes the move back; the remark stays.
    if (change) await writeChanges(tx, [{ orderId, change }], { ...common, undoable: true });
    else await raiseVersion(tx, orderId);
    const moved = change && updatingStatus ? ` Order has been moved to ${orderStatus[updatingStatus].label}.` : '';
    return { message: `Comment added.${moved}`, data: { id, version, actionId: change ? common.actionId : null } };
  });
}

const ticked = (flag: 'Y' | 'N' | ''): 'Y' | '' => (flag === 'Y' ? 'Y' : '');
