import { sql, type SQL } from 'drizzle-orm';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Database, Transaction } from '../db/database.ts';
import type { viewKinds } from '../db/schema/orderHistory.ts';
import type { CustomerDevice } from './customerDevice.ts';

/** A customer who looks at their order. */
export interface OrderView extends CustomerDevice {
  orderId: string;
  how: (typeof viewKinds)[number];
  origin: AccessOrigin;
}

/** Whether the same device has looked in the same way, on the same origin, within so many seconds. */
export async function isViewKnown(db: Database, view: OrderView, seconds: number): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`select ${sameView(view, seconds)} as known`);
  return rows[0]!.known;
}

/** Keeps a view, unless one like it was kept meanwhile, or the order has so many of its origin within an hour or a day. */
export async function insertView(
  tx: Transaction,
  view: OrderView,
  { seconds, anHour, aDay }: { seconds: number; anHour: number; aDay: number },
): Promise<void> {
  const { orderId, how, ip, browser, os, timezone, origin } = view;
  // Until the transaction ends, no other view of the order is kept.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 4002))`);
  await tx.execute(sql`
    insert into order_views (order_id, how, ip, browser, os, timezone, origin)
    select ${orderId}, ${how}, ${ip}, ${browser}, ${os}, ${timezone}, ${origin}
    where not ${sameView(view, seconds)}
      and ${anHour}::int > ${viewsWithin(view, '1 hour')} and ${aDay}::int > ${viewsWithin(view, '1 day')}`);
}

const viewsWithin = ({ orderId, origin }: OrderView, time: '1 hour' | '1 day'): SQL => sql`(
  select count(*) from order_views
  where order_id = ${orderId} and origin = ${origin} and at > now() - ${time}::interval)`;

const sameView = ({ orderId, how, ip, browser, os, timezone, origin }: OrderView, seconds: number): SQL => sql`exists (
  select from order_views where order_id = ${orderId} and how = ${how} and ip = ${ip} and browser = ${browser}
    and os = ${os} and origin = ${origin} and timezone is not distinct from ${timezone}::text
    and at > now() - make_interval(secs => ${seconds}::int))`;
