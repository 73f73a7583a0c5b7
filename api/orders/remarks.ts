import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import {
  appendHistory,
  findVersion,
  type HistoryEntry,
  type LockedOrder,
  lockOrders,
  raiseVersion,
  assertNotStale,
  writeChanges,
} from './changes/orderChanges.ts';
import { assertNoRefundDetails, decideMove, moveText } from './plans/move.ts';
import { errorOf } from './plans/plan.ts';

type AddRemarkInput = ParsedInput<typeof orderCalls.addRemark>;

/** If the input has a status, also moves the order in the same transaction ("comment and move"). */
export async function addRemark(db: Database, input: AddRemarkInput, member: Member) {
  const remark = remarkOf(input, member);
  if (!input.updatingStatus && !input.refund) {
    const added = await appendRemark(db, remark, input.version ?? null);
    if (!added) return refuseRemark(db, input);
    return { message: 'Comment added.', data: { ...added, actionId: null } };
  }
  return db.transaction(async (tx) => {
    const { data, moved } = await writeAndMove(tx, input, {
      member,
      write: async () => {
        const [row] = await tx.insert(remarks).values(remark).returning({ id: remarks.id });
        return { id: row!.id, entry: { kind: 'remark', field: 'remark', from: null, to: input.remark } };
      },
    });
    return { message: `Comment added.${moved}`, data };
  });
}

async function refuseRemark(db: Database, { orderId, version: seen }: AddRemarkInput): Promise<never> {
  const version = await findVersion(db, orderId);
  if (version === null) throw new HttpError(404, 'Order not found.');
  await assertNotStale(db, { orderId, version }, seen);
  throw new Error('The remark was not saved, although the order exists and its version is current');
}

const remarkOf = (input: AddRemarkInput, { id }: Member) => ({
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

interface TextWithMove {
  orderId: string;
  /** The version that the caller has seen, or undefined for any version. */
  version?: number | undefined;
  updatingStatus?: MoveTarget | undefined;
  refund?: RefundDetails | null | undefined;
}

interface Written {
  id: number;
  entry: Pick<HistoryEntry, 'kind' | 'field' | 'from' | 'to'>;
}

/** Calls `write`, then makes the move, if any. Undo keeps the text. Throws 404, 409 if stale, or the move's failure. */
export async function writeAndMove(
  tx: Transaction,
  { orderId, version: seen, updatingStatus, refund }: TextWithMove,
  { member, write }: { member: Member; write: (order: LockedOrder) => Promise<Written> },
) {
  assertNoRefundDetails({ updatingStatus, refund });
  const [order] = await lockOrders(tx, [orderId]);
  if (!order) throw new HttpError(404, 'Order not found.');
  await assertNotStale(tx, order, seen);

  const move = updatingStatus ? decideMove(order, { target: updatingStatus, refund }, member) : 'unchanged';
  if (move !== 'unchanged' && 'failure' in move) throw errorOf(move);
  const change = move === 'unchanged' ? null : move.change;

  const { id, entry } = await write(order);
  const version = order.version + 1;
  const common = { memberId: member.id, actionId: randomUUID(), orderId, version };
  const handles = change !== null && entry.kind === 'remark' && order.customerWrote;
  await appendHistory(tx, [{ ...common, ...entry }, ...(handles ? [{ ...common, ...handled }] : [])]);
  if (handles) change.set.customerWroteAt = null;
  if (change) await writeChanges(tx, [{ orderId, change }], { ...common, undoable: true });
  else await raiseVersion(tx, orderId);
  return {
    order,
    data: { id, version, actionId: change ? common.actionId : null },
    moved: change && updatingStatus ? ` ${moveText(orderId, updatingStatus)}` : '',
  };
}

/** The history entry written when a move with a comment marks the customer's messages as handled (rule 9.29). */
const handled = { kind: 'settle', field: 'customer_message', from: null, to: null } as const;

/** Returns null if the order does not exist or does not have the version `seen` (null: any version). */
async function appendRemark(
  db: Database,
  remark: ReturnType<typeof remarkOf>,
  seen: number | null,
): Promise<{ id: number; version: number } | null> {
  const { rows } = await db.execute<{ id: number; version: number }>(sql`
  with raised as (
    update ${orders} set version = version + 1
    where order_id = ${remark.orderId} and (${seen}::int is null or version = ${seen}::int)
    returning order_id, version
  ), noted as (
    insert into ${orderHistory} (order_id, member_id, action_id, kind, field, "to", version)
    select order_id, ${remark.memberId}::int, ${randomUUID()}::uuid, 'remark', 'remark', ${remark.remark}::text, version
    from raised
  ), written as (
    insert into ${remarks} (order_id, member_id, remark, whatsapp, telephone, status_refund, voided, chargeback)
    select order_id, ${remark.memberId}::int, ${remark.remark}::text, ${remark.whatsapp}::text, ${remark.telephone}::text,
      ${remark.statusRefund}::text, ${remark.voided}::text, ${remark.chargeback}::text
    from raised returning id
  )
  select written.id, raised.version from written, raised`);
  return rows[0] ?? null;
}
