import { inArray, sql } from 'drizzle-orm';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { orderStatus, type OrderStatus, statuses } from 'shared/rules/orderStatus';
import { type Database, readOnlySnapshot } from '../db/database.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import { HttpError } from '../http/HttpError.ts';
import { countryDatabase, countryOf } from '../ledger/countryOf.ts';
import { readFirstEntries, readLedgers } from '../ledger/ledger.ts';
import type { Fault } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
import { isOfCustomer, packRecords, recordedFacts } from './packRecords.ts';
import { formatList } from './packText.ts';

export type PackOrder = Awaited<ReturnType<typeof findPackOrders>>[number];

/** The sources of one pack. `lastHash` is null if the order has no ledger. */
export interface PackSources extends Awaited<ReturnType<typeof readSources>> {
  defencePackType: DefencePackType;
}

export interface PackToMake extends PackSources {
  documentPages?: Settings['packDocumentPages'];
  /** The history's first wrong entry, if any. */
  fault: Fault | null;
}

/** Throws 404. The pack names `by` as the member who made it. */
export async function readSources(db: Database, orderId: string, by: string) {
  const sources = (await readManySources(db, [orderId], by)).get(orderId);
  if (!sources) throw new HttpError(404, 'Order not found.');
  return sources;
}

/** Returns the sources by order id. Unknown orders are missing. */
export async function readManySources(db: Database, orderIds: readonly string[], by: string) {
  const evidence = await db.transaction(async (tx) => {
    const ledgers = await readLedgers(tx, orderIds);
    const all = [];
    for (const row of await findPackOrders(tx, orderIds)) {
      const { entries, lastHash } = ledgers.get(row.orderId) ?? { entries: [], lastHash: null };
      const records = packRecords(entries);
      // The row can be changed, so recorded values take precedence.
      const order: PackOrder = { ...row, ...recordedFacts(records) };
      all.push({ order, records, lastHash, earlier: await earlierOrders(tx, order), at: new Date() });
    }
    return all;
  }, readOnlySnapshot);
  const countries = await countryDatabase();
  const sources = evidence.map(async (one) => {
    const places = await placesOf([one.order, ...one.records.accesses, ...one.earlier].map(({ ip }) => ip));
    return [one.order.orderId, { ...one, places, countries, by }] as const;
  });
  return new Map(await Promise.all(sources));
}

/** The countries of IP addresses. */
async function placesOf(ips: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  for (const ip of new Set(ips)) {
    const country = ip && (await countryOf(ip));
    if (ip && country) places.set(ip, country.name);
  }
  return places;
}

function findPackOrders(db: Database, orderIds: readonly string[]) {
  const { orderId, fullName, email, confirmEmail, contactEmailAddress, createdAt, landingDomain } = orders;
  const { processingMode, amount, currency, paidAt, transactionId, merchantName, declaration } = orders;
  return db
    .select({
      ...{ orderId, fullName, email, confirmEmail, contactEmailAddress, createdAt, landingDomain },
      ...{ processingMode, amount, currency, paidAt, transactionId, merchantName, declaration },
      ...{ status: orders.processStatus, ip: orders.orderIp, userAgent: orders.orderUserAgent },
    })
    .from(orders)
    .where(inArray(orderId, [...orderIds]));
}

/** Searches rows, but takes facts from the ledger. Omits orders whose ledger does not confirm email and payment. */
async function earlierOrders(db: Database, order: PackOrder) {
  const orderIds = await findEarlierOrders(db, order);
  if (orderIds.length === 0) return [];
  const beginnings = await readFirstEntries(db, orderIds);
  const earlier = orderIds.flatMap((orderId) => {
    const facts = recordedFacts(packRecords(beginnings.get(orderId) ?? []));
    if (!facts?.paidAt || facts.createdAt >= order.createdAt || !isOfCustomer(order.email, facts)) return [];
    const { paidAt, amount, currency, ip } = facts;
    return [{ orderId, paidAt, amount, currency, ip }];
  });
  return earlier.toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime());
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

const labelOf = (status: OrderStatus) => orderStatus[status].label;
const withEvidence = formatList(statuses.filter((status) => orderStatus[status].evidence).map(labelOf), 'disjunction');

/** Throws 404 for a missing order, 409 for a status without evidence (rule 13.1). */
export function assertMayHavePack<Order extends { status: OrderStatus }>(
  order: Order | null | undefined,
): asserts order is Order {
  if (!order) throw new HttpError(404, 'Order not found.');
  if (!orderStatus[order.status].evidence) {
    throw new HttpError(
      409,
      `Defence packs are for orders that are ${withEvidence}. This one is ${labelOf(order.status)}.`,
    );
  }
}
