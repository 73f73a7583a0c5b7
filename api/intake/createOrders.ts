import { sql } from 'drizzle-orm';
import type { IntakeResult } from 'shared/api/intake/intakeCalls';
import { checkOrder, claimedOrderId, type IntakeOrder } from 'shared/api/intake/intakeOrder';
import { firstStatus } from 'shared/rules/firstStatus';
import type { Database } from '../db/database.ts';

const columns = sql.raw(
  `order_id, process_status, arrived_as_future, first_name, last_name, full_name, email, confirm_email,
    contact_email_address, phone_number, country_code, created_at, processing_date, processing_mode, landing_domain,
    paid_at, amount, currency, order_ip, order_user_agent, declaration`,
);

export async function createOrders(db: Database, orders: readonly unknown[]): Promise<IntakeResult> {
  const now = new Date();
  const rejected: IntakeResult['rejected'] = [];
  const newOrders = new Map<string, object>();
  const inTheirOrder: string[] = [];
  for (const [index, value] of orders.entries()) {
    const checked = checkOrder(value);
    if ('errors' in checked) {
      rejected.push({ index, order_id: claimedOrderId(value), errors: checked.errors });
      continue;
    }
    const { order_id: orderId } = checked.order;
    inTheirOrder.push(orderId);
    // If several orders in the request have the same id, only the first is taken.
    if (!newOrders.has(orderId)) newOrders.set(orderId, arrivingOrder(checked.order, now));
  }
  const added = await insertOrders(db, [...newOrders.values()]);
  return { ...separateRepeated(inTheirOrder, added), rejected };
}

function arrivingOrder({ answers, ...order }: IntakeOrder, now: Date) {
  const { processing_date: processingDate, paid_at: paidAt, processing_mode: processingMode } = order;
  const status = firstStatus({ processingDate, paidAt, processingMode }, now.toISOString().slice(0, 10));
  return { ...order, process_status: status, arrived_as_future: status === 'Future', declaration: answers };
}

/** Returns the ids that were new. Inserts in order of id, so that concurrent requests cannot deadlock. */
async function insertOrders(db: Database, newOrders: readonly object[]): Promise<Set<string>> {
  if (newOrders.length === 0) return new Set();
  const { rows } = await db.execute<{ order_id: string }>(sql`
    insert into orders (${columns})
    select ${columns} from json_populate_recordset(null::orders, ${JSON.stringify(newOrders)}::json) order by order_id
    on conflict (order_id) do nothing
    returning order_id`);
  return new Set(rows.map((row) => row.order_id));
}

/** Splits ids into accepted ones (the first occurrence of each id in `done`) and repeated ones (all others). */
export function separateRepeated(ids: readonly string[], done: ReadonlySet<string>) {
  const left = new Set(done);
  const accepted = ids.filter((id) => left.delete(id));
  const again = new Set(accepted);
  const repeated = ids.filter((id) => !again.delete(id));
  return { accepted, repeated };
}
