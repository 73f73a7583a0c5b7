import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import type { Database, Transaction } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { refuseStaleOrder } from './changes/refuseStaleOrder.ts';
import { findVersion } from './changes/lockQueries.ts';
import { appendRemark, insertRemark, type NewRemark } from './remarkQueries.ts';
import { writeAndMove } from './writeAndMove.ts';

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
