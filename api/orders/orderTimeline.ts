import { sql, type SQL } from 'drizzle-orm';
import type { TimelineEntry, TimelineKind } from 'shared/api/timelineCalls';
import { isCustomerAddress, otherAddressError } from 'shared/rules/customerAddress';
import { outboxReason } from 'shared/rules/outbox';
import type { Database } from '../db/database.ts';
import { isoText } from '../db/schema/columns.ts';
import { prepareRead } from '../db/prepareRead.ts';
import { downloads } from '../db/schema/documents.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { ledgerEntries, orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { HttpError } from '../http/HttpError.ts';

/** Only the newest entries are returned. */
const maxEntries = 200;

type Event = Pick<TimelineEntry, 'at'> & { kind: TimelineKind } & Partial<TimelineEntry>;

interface Mail {
  askedAt: string;
  sentAt: string | null;
  by: string | null;
  state: (typeof mails.$inferSelect)['state'];
  recipient: string;
  reason: string | null;
}

interface Recorded {
  received: string;
  addresses: (string | null)[];
  mails: Mail[];
  changes: Event[];
  reports: Event[];
  downloads: Event[];
  packs: Event[];
}

export async function orderTimeline(db: Database, orderId: string) {
  const [recorded] = await readTimeline(db, { orderId });
  if (!recorded) throw new HttpError(404, 'Order not found.');
  const { received, addresses, changes, mails, reports, downloads, packs } = recorded;
  const events: Event[] = [
    ...changes,
    ...mails.flatMap((mail) => mailEventsOf(mail, addresses)),
    ...reports,
    ...downloads,
    ...packs,
    { at: received, kind: 'received' },
  ];
  // Each list is newest first and the sort is stable, so entries of the same time keep this order.
  events.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return {
    message: 'Timeline',
    data: events.slice(0, maxEntries).map(toEntry),
    more: events.length > maxEntries,
  };
}

function mailEventsOf({ askedAt, sentAt, by, state, recipient, reason }: Mail, addresses: Recorded['addresses']) {
  const other = isCustomerAddress(recipient, addresses) ? null : otherAddressError;
  const queued: Event = { at: askedAt, by, kind: 'queued', from: other, to: recipient };
  const shownReason = reason === outboxReason ? reason : null;
  if (sentAt) return [{ at: sentAt, kind: 'sent', from: shownReason, to: recipient } as const, queued];
  // The row has no time of failure, so the failure is listed at the time of queueing.
  if (state === 'failed' || state === 'unknown')
    return [{ at: askedAt, kind: state, from: reason, to: recipient }, queued];
  return [queued];
}

const toEntry = ({ at, by = null, kind, from = null, to = null }: Event): TimelineEntry => ({ at, by, kind, from, to });

/** JSON array of the newest rows. */
const newest = (rows: SQL) => sql`(
  select coalesce(json_agg(event), '[]') from (${rows} limit ${sql.raw(String(maxEntries + 1))}) as event)`;

const ofOrder = sql`= ${orders.orderId}`;

/** One prepared statement, because planning takes longer than running. */
const readTimeline = prepareRead<Recorded>(sql`
  select ${isoText(orders.createdAt)} as received, json_build_array(${orders.email}, ${orders.contactEmailAddress}) as addresses,
    ${newest(sql`
      select ${isoText(orderHistory.at)} as at, ${members.name} as by, ${orderHistory.kind},
        coalesce(${orderHistory.from}, ${orderHistory.origin}) as from, ${orderHistory.to}
      from ${orderHistory} left join ${members} on ${members.id} = ${orderHistory.memberId}
      where ${orderHistory.orderId} ${ofOrder} order by ${orderHistory.version} desc, ${orderHistory.id} desc`)} as changes,
    ${newest(sql`
      select ${isoText(mails.createdAt)} as "askedAt", ${isoText(mails.sentAt)} as "sentAt", ${members.name} as by,
        ${mails.state}, ${mails.recipient}, ${mails.reason}
      from ${mails} left join ${members} on ${members.id} = ${mails.askedBy}
      where ${mails.orderId} ${ofOrder} order by ${mails.id} desc`)} as mails,
    ${newest(sql`
      select ${isoText(mailEvents.at)} as at, ${mailEvents.type} as kind, ${mailEvents.reason} as from, ${mails.recipient} as to
      from ${mailEvents} join ${mails} on ${mails.id} = ${mailEvents.mailId}
      where ${mails.orderId} ${ofOrder} order by ${mailEvents.id} desc`)} as reports,
    ${newest(sql`
      select ${isoText(downloads.createTs)} as at, 'download' as kind, ${downloads.origin} as from, ${downloads.browser} as to
      from ${downloads} where ${downloads.orderId} ${ofOrder} order by ${downloads.id} desc`)} as downloads,
    ${newest(sql`
      select ${isoText(ledgerEntries.at)} as at, ${ledgerEntries.facts}::json ->> 'by' as by, 'pack' as kind,
        ${ledgerEntries.facts}::json ->> 'sha256' as from, ${ledgerEntries.facts}::json ->> 'pack' as to
      from ${ledgerEntries} where ${ledgerEntries.orderId} ${ofOrder} and ${ledgerEntries.kind} = 'packMade'
      order by ${ledgerEntries.seq} desc`)} as packs
  from ${orders} where ${orders.orderId} = ${sql.placeholder('orderId')}`);
