import { sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Database, Transaction } from '../db/database.ts';
import type { viewKinds } from '../db/schema/orderHistory.ts';
import type { DiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';
import { customerDevice, type CustomerDevice } from './customerDevice.ts';

/**
 * Reloads by the same device within `seconds` are one view. Views are limited per order and site, because they are kept
 * forever.
 */
const limits = { seconds: 600, anHour: 60, aDay: 200 };

type ViewRequest = Pick<FastifyRequest, 'ip' | 'headers' | 'log'> & { db: Database };

/** Never rejects: a failure, such as a full disk, must not keep customers from the page (rule 13.34). */
export async function recordView(
  { db, log, ...request }: ViewRequest,
  diskSpace: Pick<DiskSpaceGuard, 'allowsChanges'>,
  about: Pick<OrderView, 'orderId' | 'how' | 'origin'>,
): Promise<void> {
  const view = { ...about, ...customerDevice(request) };
  try {
    const { rows } = await db.execute<{ known: boolean }>(sql`select ${sameView(view)} as known`);
    if (rows[0]!.known || !(await diskSpace.allowsChanges())) return;
    await db.transaction((tx) => insertView(tx, view));
  } catch (error) {
    log.warn({ err: error }, 'could not record a view');
  }
}

interface OrderView extends CustomerDevice {
  orderId: string;
  how: (typeof viewKinds)[number];
  origin: AccessOrigin;
}

async function insertView(tx: Transaction, view: OrderView): Promise<void> {
  const { orderId, how, ip, browser, os, timezone, origin } = view;
  // Serialises views of the order until the transaction ends.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 4002))`);
  await tx.execute(sql`
    insert into order_views (order_id, how, ip, browser, os, timezone, origin)
    select ${orderId}, ${how}, ${ip}, ${browser}, ${os}, ${timezone}, ${origin}
    where not ${sameView(view)}
      and ${limits.anHour}::int > ${viewsWithin(view, '1 hour')} and ${limits.aDay}::int > ${viewsWithin(view, '1 day')}`);
}

const viewsWithin = ({ orderId, origin }: OrderView, time: '1 hour' | '1 day'): SQL => sql`(
  select count(*) from order_views
  where order_id = ${orderId} and origin = ${origin} and at > now() - ${time}::interval)`;

const sameView = ({ orderId, how, ip, browser, os, timezone, origin }: OrderView): SQL => sql`exists (
  select from order_views where order_id = ${orderId} and how = ${how} and ip = ${ip} and browser = ${browser}
    and os = ${os} and origin = ${origin} and timezone is not distinct from ${timezone}::text
    and at > now() - make_interval(secs => ${limits.seconds}::int))`;
