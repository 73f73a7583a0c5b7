import { sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Database, Transaction } from '../db/database.ts';
import type { viewKinds } from '../db/schema/orderHistory.ts';
import type { Room } from '../room/Room.ts';
import { customerDevice, type CustomerDevice } from './customerDevice.ts';

/**
 * One device that loads the page again within so many seconds is one view; an order has at most so many in an hour, and in
 * a day: each is there for ever, and every pack and every list of disputes reads them all.
 */
const limits = { seconds: 600, anHour: 60, aDay: 200 };

type Asked = Pick<FastifyRequest, 'ip' | 'headers' | 'log'> & { db: Database };

/**
 * Notes that a customer looked at their order (rules 13.34), each origin by itself: what staff look at there neither hides a
 * customer's view nor takes its place. What cannot be noted, such as on a disk that is almost full,
 * keeps nobody from their page.
 */
export async function noteView(
  { db, log, ...request }: Asked,
  room: Pick<Room, 'forChanges'>,
  about: Pick<OrderView, 'orderId' | 'how' | 'origin'>,
): Promise<void> {
  const view = { ...about, ...customerDevice(request) };
  try {
    if ((await isViewKnown(db, view, limits.seconds)) || !(await room.forChanges())) return;
    await db.transaction((tx) => insertView(tx, view, limits));
  } catch (error) {
    log.warn({ err: error }, 'a view could not be noted');
  }
}

/** A customer who looks at their order. */
interface OrderView extends CustomerDevice {
  orderId: string;
  how: (typeof viewKinds)[number];
  origin: AccessOrigin;
}

/** Whether the same device has looked in the same way, on the same origin, within so many seconds. */
async function isViewKnown(db: Database, view: OrderView, seconds: number): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`select ${sameView(view, seconds)} as known`);
  return rows[0]!.known;
}

/** Keeps a view, unless one like it was kept meanwhile, or the order has so many of its origin within an hour or a day. */
async function insertView(
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
