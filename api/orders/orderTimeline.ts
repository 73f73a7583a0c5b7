import type { TimelineEntry, TimelineKind } from 'shared/api/remarkCalls';
import { isCustomerAddress, notCustomerAddress } from 'shared/rules/customerAddress';
import { inOutbox } from 'shared/rules/outbox';
import type { Database } from '../db/database.ts';
import { Refusal } from '../http/Refusal.ts';
import {
  findReceived,
  newestChanges,
  newestDownloads,
  newestMails,
  newestPacks,
  newestReports,
} from './timelineQueries.ts';

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
