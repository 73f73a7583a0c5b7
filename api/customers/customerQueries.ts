import { and, desc, eq, gt, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { askingStatuses } from 'shared/rules/orderStatus';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Database, Transaction } from '../db/database.ts';
import { oneOf } from '../db/schema/columns.ts';
import { downloads } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';

const notDeleted = ne(orders.processStatus, 'Deleted');

/**
 * Whether an order with that e-mail is there. One and the same query for an unknown order, a deleted one and a wrong
 * e-mail, so that neither answer nor time tells them apart. The e-mail, in lower case, is either of the order's, in any case.
 */
export async function orderExistsWithEmail(db: Database, orderId: string, email: string): Promise<boolean> {
  const matches = or(
    sql`lower(trim(${orders.email})) = ${email}`,
    sql`lower(trim(${orders.contactEmailAddress})) = ${email}`,
  );
  const found = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), notDeleted, matches));
  return found.length === 1;
}

/** The landing domain of an order, which may have none (null); undefined: there is no such order. */
export async function findLandingDomain(db: Database, orderId: string): Promise<string | null | undefined> {
  const [order] = await db
    .select({ landingDomain: orders.landingDomain })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return order?.landingDomain;
}

const asking = sql`(${oneOf(askingStatuses)})`;

/** A line of the history that takes an order back to where it was: how deep it lies in moves grows by others, and falls by these. */
const comesBack = sql`("from" = 'Deleted' or kind = 'undo' and "to" <> 'Deleted')`;

/**
 * Since when an order has waited for its customer without a break. What was undone or restored was no break, nor was the
 * one of these statuses after the other; and a move that was taken back since began nothing. Null: it began as one that
 * waits.
 */
const waitsSince = sql`(
  select max(at) from (
    select *, min(depth) over (order by version rows between current row and unbounded following) as least_depth
    from (
      select *, sum(case when ${comesBack} then -1 else 1 end) over (order by version) as depth
      from order_history where order_history.order_id = ${orders.orderId} and field = 'process_status'
    ) as steps
  ) as moves
  where kind = 'move' and "to" in ${asking} and "from" not in ${asking} and least_depth = depth)`;

/** The newest message since then: of us when a question is meant, of whomever when it is about who has to write next. */
const newestSince = (column: SQL, which: SQL) => sql`(
  select ${column} from customer_messages
  where customer_messages.order_id = ${orders.orderId} and ${which}
    and created_at >= coalesce(${waitsSince}, '-infinity')
  order by id desc limit 1)`;

/** What of an order its customer's answers follow from; null: there is none, or it was deleted. */
export async function findCustomerOrder(db: Database, orderId: string) {
  const waits = inArray(orders.processStatus, [...askingStatuses]);
  const [order] = await db
    .select({
      orderId: orders.orderId,
      fullName: orders.fullName,
      status: orders.processStatus,
      assigned: sql<boolean>`${orders.assignedTo} is not null`,
      landingDomain: orders.landingDomain,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      processingMode: orders.processingMode,
      processingDate: orders.processingDate,
      refundDate: orders.refundDate,
      arrivedAsFuture: orders.arrivedAsFuture,
      question: sql<string | null>`case when ${waits} then ${newestSince(sql`text`, sql`member_id is not null`)} end`,
      answered: sql<boolean>`${waits} and coalesce(${newestSince(sql`member_id is null`, sql`true`)}, false)`,
      messageId: sql<string | null>`(
        select max(id)::text from customer_messages where customer_messages.order_id = ${orders.orderId})`,
    })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), notDeleted));
  return order ?? null;
}

/**
 * What nine of ten took of the newest orders of a processing mode that were completed within so many days, in
 * milliseconds; null: fewer than `least`. Time runs as `beganAt` says (shared/rules/nextStep).
 */
export async function readUsualMs(
  db: Database,
  mode: 'standard' | 'priority',
  { most, least, days }: { most: number; least: number; days: number },
): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select case when count(*) >= ${least}::int
      then (percentile_disc(0.9) within group (order by seconds) * 1000)::float8 end as ms
    from (
      select extract(epoch from completed_at - greatest(created_at, paid_at,
        case when arrived_as_future then processing_date::timestamp at time zone 'UTC' end)) as seconds
      from orders
      where processing_mode = ${mode} and completed_at > now() - make_interval(days => ${days}::int)
      order by completed_at desc limit ${most}
    ) as took where seconds >= 0`);
  return rows[0]!.ms;
}

type NewDownload = Omit<typeof downloads.$inferInsert, 'timezone' | 'origin'> & {
  timezone: string | null;
  origin: AccessOrigin;
};

const sinceSeconds = (seconds: number) => gt(downloads.createTs, sql`now() - make_interval(secs => ${seconds}::int)`);

/** Until the transaction ends, no other download of the order begins. */
export async function lockDownloads(tx: Transaction, orderId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 4001))`);
}

/** The newest download that says the same and was begun within so many seconds, but has not got all bytes. */
export async function findUnfinishedDownload(tx: Transaction, download: NewDownload, seconds: number) {
  const { orderId, documentId, ip, browser, os, timezone, origin } = download;
  const [found] = await tx
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.orderId, orderId),
        eq(downloads.documentId, documentId),
        eq(downloads.ip, ip),
        eq(downloads.browser, browser),
        eq(downloads.os, os),
        eq(downloads.origin, origin),
        timezone === null ? isNull(downloads.timezone) : eq(downloads.timezone, timezone),
        isNull(downloads.completedAt),
        sinceSeconds(seconds),
      ),
    )
    .orderBy(desc(downloads.id))
    .limit(1);
  return found?.id ?? null;
}

/** Seconds until an order has fewer than so many downloads of an origin in so many seconds; 0: it has. */
export async function readDownloadWait(
  tx: Transaction,
  { orderId, origin }: Pick<NewDownload, 'orderId' | 'origin'>,
  { rows, seconds }: { rows: number; seconds: number },
): Promise<number> {
  const [last] = await tx
    .select({
      wait: sql<number>`extract(epoch from ${downloads.createTs} + make_interval(secs => ${seconds}::int) - now())::float8`,
    })
    .from(downloads)
    .where(and(eq(downloads.orderId, orderId), eq(downloads.origin, origin), sinceSeconds(seconds)))
    .orderBy(desc(downloads.id))
    .offset(rows - 1)
    .limit(1);
  return last?.wait ?? 0;
}

/** Notes that a download begins; its bytes are counted as they go. */
export async function insertDownload(tx: Transaction, download: NewDownload): Promise<number> {
  const [row] = await tx.insert(downloads).values(download).returning({ id: downloads.id });
  return row!.id;
}
