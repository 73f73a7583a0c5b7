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

/**
 * Adds a remark to an order that has the version that was seen, or any where that is null: remark, history and the raised
 * version, which is answered, are one statement. Null: there is no such order, or it has another version.
 */
export async function appendRemark(
  db: Database,
  remark: NewRemark & { actionId: string; seen: number | null },
): Promise<{ id: number; version: number } | null> {
  const [written] = await readPrepared<{ id: number; version: number }>(db, appending, { ...remark });
  return written ?? null;
}

const given = sql.placeholder;
const appending = sql`
  with raised as (
    update ${orders} set version = version + 1
    where order_id = ${given('orderId')} and (${given('seen')}::int is null or version = ${given('seen')}::int)
    returning order_id, version
  ), noted as (
    insert into ${orderHistory} (order_id, member_id, action_id, kind, field, "to", version)
    select order_id, ${given('memberId')}::int, ${given('actionId')}::uuid, 'remark', 'remark', ${given('remark')}::text, version
    from raised
  ), written as (
    insert into ${remarks} (order_id, member_id, remark, whatsapp, telephone, status_refund, voided, chargeback)
    select order_id, ${given('memberId')}::int, ${given('remark')}::text, ${given('whatsapp')}::text, ${given('telephone')}::text,
      ${given('statusRefund')}::text, ${given('voided')}::text, ${given('chargeback')}::text
    from raised returning id
  )
  select written.id, raised.version from written, raised`;
