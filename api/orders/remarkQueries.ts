import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { readPrepared } from '../db/readPrepared.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';

export type NewRemark = Omit<typeof remarks.$inferInsert, 'id' | 'memberId' | 'createdAt' | 'reportError'> & {
  memberId: number;
};

export async function insertRemark(tx: Transaction, remark: NewRemark): Promise<number> {
  const [row] = await tx.insert(remarks).values(remark).returning({ id: remarks.id });
  return row!.id;
}

/** A remark that is added on its own. `seen`: only to an order that has this version; null: to any. */
export type AppendedRemark = NewRemark & { actionId: string; seen: number | null };

/** `version`: the order's, raised. */
export interface WrittenRemark {
  orderId: string;
  id: number;
  version: number;
}

/**
 * Adds remarks to as many orders: remarks, history and the raised versions are one statement. Without an answer are those
 * whose order is not there or has another version than was seen.
 */
export const insertRemarks = (db: Database, remarks: readonly AppendedRemark[]) =>
  readPrepared<WrittenRemark>(db, appending, {
    ...valuesOf(remarks, ['orderId', 'memberId', 'actionId', 'seen', 'remark']),
    ...valuesOf(remarks, ['whatsapp', 'telephone', 'statusRefund', 'voided', 'chargeback']),
  });

const valuesOf = (remarks: readonly AppendedRemark[], names: readonly (keyof AppendedRemark)[]) =>
  Object.fromEntries(names.map((name) => [name, remarks.map((remark) => remark[name])]));

const given = sql.placeholder;
// Locked in the order of their ids, as everybody does: an update by itself takes rows as they come.
const appending = sql`
  with given as materialized (
    select * from unnest(${given('orderId')}::text[], ${given('memberId')}::int[], ${given('actionId')}::uuid[],
      ${given('seen')}::int[], ${given('remark')}::text[], ${given('whatsapp')}::text[], ${given('telephone')}::text[],
      ${given('statusRefund')}::text[], ${given('voided')}::text[], ${given('chargeback')}::text[])
    as given (order_id, member_id, action_id, seen, remark, whatsapp, telephone, status_refund, voided, chargeback)
  ), held as materialized (
    select o.order_id from ${orders} o join given using (order_id)
    where given.seen is null or o.version = given.seen order by o.order_id for no key update of o
  ), raised as (
    update ${orders} set version = version + 1 from held
    where ${orders}.order_id = held.order_id returning ${orders}.order_id, version
  ), noted as (
    insert into ${orderHistory} (order_id, member_id, action_id, kind, field, "to", version)
    select order_id, member_id, action_id, 'remark', 'remark', remark, version from raised join given using (order_id)
  ), written as (
    insert into ${remarks} (order_id, member_id, remark, whatsapp, telephone, status_refund, voided, chargeback)
    select order_id, member_id, remark, whatsapp, telephone, status_refund, voided, chargeback
    from raised join given using (order_id) returning id, order_id
  )
  select order_id as "orderId", id, version from written join raised using (order_id)`;
