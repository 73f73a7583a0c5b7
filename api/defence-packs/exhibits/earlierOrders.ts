import { sql } from 'drizzle-orm';
import { packTime } from 'shared/format/dates';
import { money } from 'shared/format/money';
import type { Database } from '../../db/database.ts';
import { orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { remarks } from '../../db/schema/remarks.ts';
import type { LedgerEntry } from '../../ledger/LedgerEntry.ts';
import { readBeginnings } from '../../ledger/readLedger.ts';
import { isOfCustomer } from '../findings.ts';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import { packRecords, recordedFacts } from '../packRecords.ts';
import type { EarlierOrder, PackOrder, PackSources } from '../packSources.ts';
import { type Item, counted, item, orNotRecorded, placeText } from '../packText.ts';

/**
 * Earlier orders of the same e-mail that were paid, and neither disputed nor refunded nor flagged so, newest first. They are
 * found by their rows, and say what their histories say: one whose history does not know of the e-mail or of a payment is none.
 */
export async function earlierOrders(db: Database, order: PackOrder): Promise<EarlierOrder[]> {
  const orderIds = await findEarlierOrders(db, order);
  if (orderIds.length === 0) return [];
  const beginnings = await readBeginnings(db, orderIds);
  return orderIds
    .flatMap((orderId) => earlierOrder(orderId, beginnings.get(orderId) ?? [], order) ?? [])
    .toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime());
}

function earlierOrder(orderId: string, entries: readonly LedgerEntry[], order: PackOrder): EarlierOrder | null {
  const { placed, payment } = packRecords(entries);
  if (!placed || !payment) return null;
  const { createdAt, paidAt, amount, currency, ip, userAgent, ...addresses } = recordedFacts({ placed, payment });
  if (!paidAt || createdAt >= order.createdAt || !isOfCustomer(order.email, addresses)) return null;
  return { orderId, createdAt, paidAt, amount, currency, ip, userAgent };
}

/**
 * The changes of status of order `o` that no Undo has taken back. Each change adds one to a depth and each Undo takes one
 * off, so a change stands where the depth never falls below its own afterwards.
 */
export const standingChanges = sql`(
  select * from (
    select *, min(depth) over (order by id desc) as least_after
    from (
      select *, sum(case kind when 'undo' then -1 else 1 end) over (order by id) as depth
      from ${orderHistory} where order_id = o.order_id and field = 'process_status'
    ) as deep
  ) as compared
  where kind <> 'undo' and depth <= least_after)`;

/** At most this many are read: nobody travels more often. */
const maxEarlier = 200;

/**
 * Ids of earlier orders of the same e-mail that were paid, and neither disputed nor refunded nor flagged so, newest first, as their
 * rows have it. Found by the search's own index.
 */
async function findEarlierOrders(db: Database, { orderId, email, createdAt }: PackOrder): Promise<string[]> {
  const wanted = email.trim().toLowerCase();
  const { rows } = await db.execute<{ orderId: string }>(sql`
    select o.order_id as "orderId"
    from order_search s join ${orders} o using (order_id)
    where s.search_document like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}
      and ${wanted} in (lower(trim(o.email)), lower(trim(o.contact_email_address)))
      and o.order_id <> ${orderId} and o.created_at < ${createdAt.toISOString()}::timestamptz and o.paid_at is not null
      and o.process_status not in ('ChargeBack', 'Refunds', 'Completed Refunds', 'Deleted')
      and not exists (select from ${standingChanges} as h
        where h."from" in ('ChargeBack', 'Completed Refunds') or h."to" in ('ChargeBack', 'Completed Refunds'))
      and not exists (select from ${remarks} r where r.order_id = o.order_id
        and 'Y' in (r.status_refund, r.voided, r.chargeback))
    order by o.paid_at desc, o.order_id desc limit ${maxEarlier}::int`);
  return rows.map((row) => row.orderId);
}

const mostOrders = 25;

/** Earlier undisputed orders of the same e-mail, and what they are worth as evidence. */
export function earlierOrdersExhibit(
  { earlier, order, places }: PackSources,
  { said }: CompellingEvidence,
  roomFor: RoomFor,
): ExhibitContent {
  const shown = earlier.slice(0, roomFor(mostOrders));
  const more = earlier.length - shown.length;
  return {
    title: 'Earlier orders of the same e-mail, and Compelling Evidence 3.0',
    blocks: [
      {
        kind: 'said',
        said:
          shown.length === 0
            ? 'There is no earlier order of this e-mail address that was paid and neither disputed nor refunded.'
            : 'Orders of the same e-mail address that were paid, and neither disputed nor refunded; the newest first.',
      },
      ...(shown.length > 0
        ? [
            {
              kind: 'table',
              heads: ['Order', 'Paid (UTC)', 'Amount', 'IP address', 'Compared'],
              widths: [16, 24, 18, 28, 14],
              rows: shown.map((one) => [
                one.orderId,
                packTime(one.paidAt),
                orNotRecorded(one.amount !== null && one.currency !== null ? money(one.amount, one.currency) : null),
                one.ip ? placeText(one.ip, places) : orNotRecorded(null),
                one.ip && order.ip ? (one.ip === order.ip ? 'match' : 'mismatch') : 'not known',
              ]),
            } as const,
          ]
        : []),
      ...(more > 0 ? [{ kind: 'said', said: `${counted(more, 'older order')} left out here.` } as const] : []),
      { kind: 'heading', said: 'Visa Compelling Evidence 3.0' },
      { kind: 'said', said },
    ],
  };
}

/** Visa's window: an earlier transaction is so many days older than the dispute (rules 13.21). */
const earlierDays = { least: 120, most: 365 };
const day = 86_400_000;

interface CompellingEvidence {
  isEligible: boolean;
  /** 'Not eligible: …', with the first thing that is missing. */
  said: string;
}

/**
 * Whether Visa's Compelling Evidence 3.0 can be claimed by what is recorded: two earlier undisputed transactions, 120 to 365
 * days before the dispute, that share with this one the IP address or the device, and one more of account, address or
 * those. A customer's account here is the e-mail; a device has no id, for a browser's description is shared by many. The
 * card is known to the payment provider alone, so the most that can be said is conditional.
 */
export function compellingEvidence({ order, earlier, records, at }: Omit<PackSources, 'fault'>): CompellingEvidence {
  const disputedAt = records.disputedAt ? Date.parse(records.disputedAt) : at.getTime();
  const inWindow = earlier.filter(({ paidAt }) => {
    const age = (disputedAt - paidAt.getTime()) / day;
    return age >= earlierDays.least && age <= earlierDays.most;
  });
  const sharing = inWindow.filter((one) => hasIp(one, order.ip));
  const not = (why: string) => ({ isEligible: false, said: `Not eligible: ${why}` });
  const window = `${earlierDays.least} to ${earlierDays.most} days before the dispute`;
  if (earlier.length === 0) return not('there is no earlier undisputed, paid order of this e-mail address.');
  if (inWindow.length < 2) {
    return not(`two earlier undisputed orders paid ${window} are needed, and ${foundText(inWindow, earlier)}.`);
  }
  if (!order.ip) return not('the IP address of this order was not recorded, and no device id is kept.');
  if (sharing.length < 2) {
    return not(
      `of the ${inWindow.length} earlier orders paid ${window}, ${sharing.length} came from the IP address of this order; two are needed.`,
    );
  }
  return {
    isEligible: true,
    said: `Eligible as far as these records go, for Visa’s dispute reason 10.4: ${counted(sharing.length, 'earlier undisputed order')} paid ${window}, with the same e-mail address and the same IP address. That all were paid with the same card is known to the payment provider, and has to be shown with this.`,
  };
}

const hasIp = (one: EarlierOrder, ip: string | null) => ip !== null && one.ip === ip;

function foundText(inWindow: readonly EarlierOrder[], earlier: readonly EarlierOrder[]): string {
  const there = inWindow.length === 0 ? 'none is there' : 'only one is there';
  const outside = earlier.length - inWindow.length;
  return outside > 0 ? `${there} (${outside} more ${outside === 1 ? 'was' : 'were'} paid at another time)` : there;
}

export function earlierItem(sources: Omit<PackSources, 'fault'>): Item {
  const { isEligible, said } = compellingEvidence(sources);
  return item(isEligible, {
    yes: 'Visa Compelling Evidence 3.0',
    no: 'No Visa Compelling Evidence 3.0',
    detail: said,
  });
}
