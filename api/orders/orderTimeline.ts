import { and, desc, eq, sql } from 'drizzle-orm';
import type { TimelineEntry, TimelineKind } from 'shared/api/remarkCalls';
import { isCustomerAddress, notCustomerAddress } from 'shared/rules/customerAddress';
import { inOutbox } from 'shared/rules/outbox';
import type { Database } from '../db/database.ts';
import { downloads } from '../db/schema/documents.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { ledgerEntries, orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { Refusal } from '../http/Refusal.ts';

/** So many entries are answered, the newest; all of them are kept. */
const mostAnswered = 200;

/** A `TimelineEntry` with its moment, before it is put in its place. */
interface Event {
  at: Date;
  by?: string | null;
  kind: TimelineKind;
  from?: string | null;
  to?: string | null;
}

/** The timeline of an order, newest first: its history, mail, providers' reports, downloads and packs. */
export async function orderTimeline(db: Database, orderId: string) {
  const receivedAt = await findReceived(db, orderId);
  if (!receivedAt) throw new Refusal(404, 'Order not found');
  const most = mostAnswered + 1;
  const [changes, mails, reports, downloads, packs] = await Promise.all([
    newestChanges(db, orderId, most),
    newestMails(db, orderId, most),
    newestReports(db, orderId, most),
    newestDownloads(db, orderId, most),
    newestPacks(db, orderId, most),
  ]);
  const events: Event[] = [
    ...changes,
    ...mails.flatMap(mailEventsOf),
    ...reports,
    ...downloads.map((download) => ({ ...download, kind: 'download' as const })),
    ...packs.map((pack) => ({ ...pack, kind: 'pack' as const })),
    { at: receivedAt, kind: 'received' },
  ];
  // Of one moment, what was done last stands in the history first: the sort keeps it so.
  events.sort((one, other) => other.at.getTime() - one.at.getTime());
  return {
    message: 'Timeline',
    data: events.slice(0, mostAnswered).map(toEntry),
    more: events.length > mostAnswered,
  };
}

/** When it was asked for, and when it went; what became of it after that, providers report. */
function mailEventsOf({
  askedAt,
  sentAt,
  by,
  state,
  recipient,
  reason,
  email,
  contactEmailAddress,
}: Awaited<ReturnType<typeof newestMails>>[number]) {
  const other = isCustomerAddress(recipient, [email, contactEmailAddress]) ? null : notCustomerAddress;
  const asked: Event = { at: askedAt, by, kind: 'queued', from: other, to: recipient };
  const told = reason === inOutbox ? reason : null;
  if (sentAt) return [{ at: sentAt, kind: 'sent', from: told, to: recipient } as const, asked];
  // Its row does not say when it failed: it stands beside the wish.
  if (state === 'failed' || state === 'unknown')
    return [{ at: askedAt, kind: state, from: reason, to: recipient }, asked];
  return [asked];
}

const toEntry = ({ at, by = null, kind, from = null, to = null }: Event): TimelineEntry => ({
  at: at.toISOString(),
  by,
  kind,
  from,
  to,
});

/** When an order came; undefined: there is none. */
async function findReceived(db: Database, orderId: string): Promise<Date | undefined> {
  const [order] = await db.select({ at: orders.createdAt }).from(orders).where(eq(orders.orderId, orderId));
  return order?.at;
}

/** The actions on an order, newest first. */
const newestChanges = (db: Database, orderId: string, limit: number) =>
  db
    .select({
      at: orderHistory.at,
      by: members.name,
      kind: orderHistory.kind,
      // Of what a customer wrote, on whose site; of a download it stands there too.
      from: sql<string | null>`coalesce(${orderHistory.from}, ${orderHistory.origin})`,
      to: orderHistory.to,
    })
    .from(orderHistory)
    .leftJoin(members, eq(members.id, orderHistory.memberId))
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(desc(orderHistory.version), desc(orderHistory.id))
    .limit(limit);

/** An order's mails, newest first. */
const newestMails = (db: Database, orderId: string, limit: number) =>
  db
    .select({
      askedAt: mails.createdAt,
      sentAt: mails.sentAt,
      by: members.name,
      state: mails.state,
      recipient: mails.recipient,
      reason: mails.reason,
      email: orders.email,
      contactEmailAddress: orders.contactEmailAddress,
    })
    .from(mails)
    .innerJoin(orders, eq(orders.orderId, mails.orderId))
    .leftJoin(members, eq(members.id, mails.askedBy))
    .where(eq(mails.orderId, orderId))
    .orderBy(desc(mails.id))
    .limit(limit);

/** The providers' reports about them, newest first. */
const newestReports = (db: Database, orderId: string, limit: number) =>
  db
    .select({ at: mailEvents.at, kind: mailEvents.type, to: mails.recipient, from: mailEvents.reason })
    .from(mailEvents)
    .innerJoin(mails, eq(mails.id, mailEvents.mailId))
    .where(eq(mails.orderId, orderId))
    .orderBy(desc(mailEvents.id))
    .limit(limit);

/** Its defence packs, as its chain has them, newest first. */
const newestPacks = (db: Database, orderId: string, limit: number) =>
  db
    .select({
      at: ledgerEntries.at,
      by: sql<string | null>`${ledgerEntries.facts}::json ->> 'by'`,
      from: sql<string>`${ledgerEntries.facts}::json ->> 'sha256'`,
      to: sql<string>`${ledgerEntries.facts}::json ->> 'pack'`,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'packMade')))
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);

/** When and on whose site its document was asked for, newest first. */
const newestDownloads = (db: Database, orderId: string, limit: number) =>
  db
    .select({ at: downloads.createTs, from: downloads.origin, to: downloads.browser })
    .from(downloads)
    .where(eq(downloads.orderId, orderId))
    .orderBy(desc(downloads.id))
    .limit(limit);
