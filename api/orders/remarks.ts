import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import { type MoveTarget, orderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import type { Member } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import {
  appendHistory,
  findVersion,
  type HistoryEntry,
  type LockedOrder,
  lockOrders,
  raiseVersion,
  refuseStaleOrder,
  writeChanges,
} from './changes/changeQueries.ts';
import { decideMove, refuseRefundDetails } from './plans/movePlan.ts';

type AddRemarkInput = ParsedInput<typeof orderCalls.addRemark>;

/** Adds a remark and, if asked ("comment and move"), moves the order with it: both or neither. */
export async function addRemark(db: Database, input: AddRemarkInput, member: Member) {
  if (input.updatingStatus || input.refund) return db.transaction((tx) => commentAndMove(tx, input, member));
  const { orderId, version: seen = null } = input;
  const added = await appendRemark(db, { ...remarkOf(input, member), actionId: randomUUID(), seen });
  if (!added) return refuseRemark(db, orderId, input.version);
  return { message: 'Comment added.', data: { ...added, actionId: null } };
}

async function refuseRemark(db: Database, orderId: string, seen: number | undefined): Promise<never> {
  const version = await findVersion(db, orderId);
  if (version === null) throw new Refusal(404, 'Order not found');
  await refuseStaleOrder(db, { orderId, version }, seen);
  throw new Error('A remark was refused by an order that takes it');
}

async function commentAndMove(tx: Transaction, input: AddRemarkInput, member: Member) {
  const { data, moved } = await writeAndMove(tx, input, {
    member,
    write: async () => ({
      id: await insertRemark(tx, remarkOf(input, member)),
      entry: { kind: 'remark', field: 'remark', from: null, to: input.remark },
    }),
  });
  return { message: `Comment added.${moved}`, data };
}

const remarkOf = (input: AddRemarkInput, { id }: Member): NewRemark => ({
  orderId: input.orderId,
  memberId: id,
  remark: input.remark,
  whatsapp: ticked(input.whatsapp),
  telephone: ticked(input.telephone),
  statusRefund: ticked(input.statusRefund),
  voided: ticked(input.voided),
  chargeback: ticked(input.chargeBack),
});

const ticked = (flag: 'Y' | 'N' | ''): 'Y' | '' => (flag === 'Y' ? 'Y' : '');

interface Asked {
  orderId: string;
  /** The version that the caller saw, or undefined for any. */
  version?: number | undefined;
  /** Undefined: the order stays where it is. */
  updatingStatus?: MoveTarget | undefined;
  /** Details for a move to Refunds. */
  refund?: RefundDetails | null | undefined;
}

/** The remark's id and its line of the history. */
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

type NewRemark = Omit<typeof remarks.$inferInsert, 'id' | 'memberId' | 'createdAt' | 'reportError'> & {
  memberId: number;
};

async function insertRemark(tx: Transaction, remark: NewRemark): Promise<number> {
  const [row] = await tx.insert(remarks).values(remark).returning({ id: remarks.id });
  return row!.id;
}

/**
 * Adds a remark to an order that has the version that was seen, or any where that is null: remark, history and the raised
 * version, which is answered, are one statement. Null: there is no such order, or it has another version.
 */
async function appendRemark(
  db: Database,
  remark: NewRemark & { actionId: string; seen: number | null },
): Promise<{ id: number; version: number } | null> {
  const { rows } = await db.execute<{ id: number; version: number }>(sql`
  with raised as (
    update ${orders} set version = version + 1
    where order_id = ${remark.orderId} and (${remark.seen}::int is null or version = ${remark.seen}::int)
    returning order_id, version
  ), noted as (
    insert into ${orderHistory} (order_id, member_id, action_id, kind, field, "to", version)
    select order_id, ${remark.memberId}::int, ${remark.actionId}::uuid, 'remark', 'remark', ${remark.remark}::text, version
    from raised
  ), written as (
    insert into ${remarks} (order_id, member_id, remark, whatsapp, telephone, status_refund, voided, chargeback)
    select order_id, ${remark.memberId}::int, ${remark.remark}::text, ${remark.whatsapp ?? ''}::text, ${remark.telephone ?? ''}::text,
      ${remark.statusRefund ?? ''}::text, ${remark.voided ?? ''}::text, ${remark.chargeback ?? ''}::text
    from raised returning id
  )
  select written.id, raised.version from written, raised`);
  return rows[0] ?? null;
}
