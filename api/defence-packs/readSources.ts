import { inArray } from 'drizzle-orm';
import { orderStatus, type OrderStatus, statuses } from 'shared/rules/orderStatus';
import { type Database, readOnlySnapshot, type Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { HttpError } from '../http/HttpError.ts';
import { countryDatabase, countryOf } from '../ledger/countryOf.ts';
import { type Ledger, readLedger, readLedgers } from '../ledger/ledger.ts';
import { earlierOrders } from './exhibits/earlierOrders.ts';
import { asRecorded, type PackOrder, packRecords, type PackSources } from './packRecords.ts';
import { formatList } from './packText.ts';

type Sources = Omit<PackSources, 'defencePackType' | 'fault'>;

/** Throws 404. The pack names `by` as the member who made it. */
export async function readSources(db: Database, orderId: string, by: string): Promise<Sources> {
  const found = await db.transaction(async (tx) => {
    const [order] = await findPackOrders(tx, [orderId]);
    if (!order) throw new HttpError(404, 'Order not found.');
    return evidenceOf(tx, order, await readLedger(tx, orderId));
  }, readOnlySnapshot);
  return withCountries(found, by);
}

export async function readManySources(db: Database, orderIds: readonly string[], by: string) {
  const found = await db.transaction(async (tx) => {
    const orders = (await findPackOrders(tx, orderIds)).filter(({ status }) => orderStatus[status].evidence);
    const ledgers = await readLedgers(tx, orderIds);
    const all: Evidence[] = [];
    for (const order of orders) all.push(await evidenceOf(tx, order, ledgers.get(order.orderId) ?? noLedger));
    return all;
  }, readOnlySnapshot);
  const sources = new Map<string, Sources>();
  for (const one of found) sources.set(one.order.orderId, await withCountries(one, by));
  return sources;
}

const noLedger: Ledger = { entries: [], lastHash: null };

type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

async function evidenceOf(tx: Transaction, found: PackOrder, { entries, lastHash }: Ledger) {
  const records = packRecords(entries);
  const order = asRecorded(found, records);
  return { order, records, lastHash, earlier: await earlierOrders(tx, order), at: new Date() };
}

async function withCountries(evidence: Evidence, by: string): Promise<Sources> {
  const { order, records, earlier } = evidence;
  const places = new Map<string, string>();
  for (const ip of new Set([order, ...records.accesses, ...earlier].map((one) => one.ip))) {
    const country = ip && (await countryOf(ip));
    if (ip && country) places.set(ip, country.name);
  }
  return { ...evidence, places, countries: await countryDatabase(), by };
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

function findPackOrders(db: Database, orderIds: readonly string[]): Promise<PackOrder[]> {
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
