import { sql } from 'drizzle-orm';
import { pluralize } from 'shared/format/count';
import { packTime } from 'shared/format/dates';
import type { Database } from '../../db/database.ts';
import { orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { remarks } from '../../db/schema/remarks.ts';
import type { LedgerEntry } from '../../ledger/LedgerEntry.ts';
import { readFirstEntries } from '../../ledger/ledger.ts';
import { isOfCustomer } from '../findings.ts';
import { packRecords, recordedFacts, type EarlierOrder, type PackOrder, type PackSources } from '../packRecords.ts';
import {
  type Item,
  item,
  orNotRecorded,
  locationText,
  amountText,
  type ExhibitContent,
  blocksOf,
  type RowLimit,
} from '../packText.ts';

/** Searches rows, but takes facts from the ledger. Omits orders whose ledger does not confirm email and payment. */
export async function earlierOrders(db: Database, order: PackOrder): Promise<EarlierOrder[]> {
  const orderIds = await findEarlierOrders(db, order);
  if (orderIds.length === 0) return [];
  const beginnings = await readFirstEntries(db, orderIds);
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
 * Status changes of the order `o` that no Undo has reverted. The depth is the number of changes minus the number of
 * Undos. A change was reverted if the depth later falls below its value at that change.
 */
export const changesNotUndone = sql`(
  select * from (
    select *, min(depth) over (order by id desc) as least_after
    from (
      select *, sum(case kind when 'undo' then -1 else 1 end) over (order by id) as depth
      from ${orderHistory} where order_id = o.order_id and field = 'process_status'
    ) as deep
  ) as compared
  where kind <> 'undo' and depth <= least_after)`;

const maxEarlier = 200;

async function findEarlierOrders(db: Database, { orderId, email, createdAt }: PackOrder): Promise<string[]> {
  const wanted = email.trim().toLowerCase();
  const { rows } = await db.execute<{ orderId: string }>(sql`
    select o.order_id as "orderId"
    from order_search s join ${orders} o using (order_id)
    where s.search_document like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}
      and ${wanted} in (lower(trim(o.email)), lower(trim(o.contact_email_address)))
      and o.order_id <> ${orderId} and o.created_at < ${createdAt.toISOString()}::timestamptz and o.paid_at is not null
      and o.process_status not in ('ChargeBack', 'Refunds', 'Completed Refunds', 'Deleted')
      and not exists (select from ${changesNotUndone} as h
        where h."from" in ('ChargeBack', 'Completed Refunds') or h."to" in ('ChargeBack', 'Completed Refunds'))
      and not exists (select from ${remarks} r where r.order_id = o.order_id
        and 'Y' in (r.status_refund, r.voided, r.chargeback))
    order by o.paid_at desc, o.order_id desc limit ${maxEarlier}::int`);
  return rows.map((row) => row.orderId);
}

const maxOrders = 25;

export function earlierOrdersExhibit(
  { earlier, order, places }: PackSources,
  { conclusion }: CompellingEvidence,
  rowLimit: RowLimit,
): ExhibitContent {
  const shown = earlier.slice(0, rowLimit(maxOrders));
  const more = earlier.length - shown.length;
  return {
    title: 'Earlier orders with the same email, and Compelling Evidence 3.0',
    blocks: blocksOf(
      shown.length === 0
        ? 'This email address has no earlier order that was paid and neither disputed nor refunded.'
        : 'Paid orders with the same email address that were neither disputed nor refunded, newest first.',
      shown.length > 0 && {
        kind: 'table',
        heads: ['Order', 'Paid (UTC)', 'Amount', 'IP address', 'Compared'],
        widths: [16, 24, 18, 28, 14],
        rows: shown.map((one) => [
          one.orderId,
          packTime(one.paidAt),
          orNotRecorded(amountText(one)),
          one.ip ? locationText(one.ip, places) : orNotRecorded(null),
          one.ip && order.ip ? (one.ip === order.ip ? 'match' : 'mismatch') : 'not known',
        ]),
      },
      more > 0 && `${pluralize(more, 'older order')} omitted here.`,
      { kind: 'heading', said: 'Visa Compelling Evidence 3.0' },
      conclusion,
    ),
  };
}

/** Days that Visa requires between an earlier transaction and the dispute (rule 13.21). */
const earlierDays = { min: 120, max: 365 };
const day = 86_400_000;

interface CompellingEvidence {
  isEligible: boolean;
  /** Why the order is eligible, or the first condition that it does not meet. */
  conclusion: string;
}

/**
 * Requires two earlier undisputed orders in Visa's window with the same email and IP address. Devices and cards cannot
 * be compared: devices have no id, and only the payment provider knows the card.
 */
export function compellingEvidence({ order, earlier, records, at }: Omit<PackSources, 'fault'>): CompellingEvidence {
  const disputedAt = records.disputedAt ? Date.parse(records.disputedAt) : at.getTime();
  const inWindow = earlier.filter(({ paidAt }) => {
    const age = (disputedAt - paidAt.getTime()) / day;
    return age >= earlierDays.min && age <= earlierDays.max;
  });
  const sharing = inWindow.filter(({ ip }) => ip !== null && ip === order.ip);
  const not = (why: string) => ({ isEligible: false, conclusion: `Not eligible: ${why}` });
  const window = `${earlierDays.min} to ${earlierDays.max} days before the dispute`;
  if (earlier.length === 0) return not('there is no earlier undisputed, paid order with this email address.');
  if (inWindow.length < 2) {
    return not(`two earlier undisputed orders paid ${window} are needed, and ${foundText(inWindow, earlier)}.`);
  }
  if (!order.ip) return not('the IP address of this order was not recorded, and no device ID is kept.');
  if (sharing.length < 2) {
    return not(
      `of the ${inWindow.length} earlier orders paid ${window}, ${sharing.length} came from this order’s IP address; two are needed.`,
    );
  }
  return {
    isEligible: true,
    conclusion: `Eligible according to these records (Visa dispute reason 10.4): ${pluralize(sharing.length, 'earlier undisputed order')} paid ${window}, with the same email address and IP address. Only the payment provider can confirm that all were paid with the same card; add that confirmation.`,
  };
}

function foundText(inWindow: readonly EarlierOrder[], earlier: readonly EarlierOrder[]): string {
  const there = inWindow.length === 0 ? 'there are none' : 'there is only one';
  const outside = earlier.length - inWindow.length;
  return outside > 0 ? `${there} (${outside} ${outside === 1 ? 'was' : 'were'} paid outside this period)` : there;
}

export function earlierItem(sources: Omit<PackSources, 'fault'>): Item {
  const { isEligible, conclusion } = compellingEvidence(sources);
  return item(isEligible, {
    yes: 'Visa Compelling Evidence 3.0',
    no: 'No Visa Compelling Evidence 3.0',
    detail: conclusion,
  });
}
