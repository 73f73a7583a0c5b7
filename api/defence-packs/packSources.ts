import { inArray } from 'drizzle-orm';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { orderStatus, type OrderStatus, statuses } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { Refusal } from '../http/Refusal.ts';
import { countryDatabase, type CountryDatabase, countryOf } from '../ledger/countryOf.ts';
import { type Ledger, readLedger, readLedgers } from '../ledger/readLedger.ts';
import type { Fault } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
import { earlierOrders } from './exhibits/earlierOrders.ts';
import { asRecorded, packRecords, type PackRecords } from './packRecords.ts';
import { listed } from './packText.ts';

/** What a pack says of an order beside its ledger. */
export interface PackOrder {
  orderId: string;
  status: OrderStatus;
  fullName: string;
  email: string;
  confirmEmail: string | null;
  contactEmailAddress: string | null;
  createdAt: Date;
  landingDomain: string | null;
  processingMode: 'standard' | 'priority';
  /** Decimal number in text. */
  amount: string | null;
  currency: string | null;
  paidAt: Date | null;
  transactionId: string | null;
  merchantName: string | null;
  ip: string | null;
  userAgent: string | null;
  declaration: StoredDeclaration;
}

/** An order of the same e-mail that was paid before, and neither disputed nor refunded, as its history has it. */
export interface EarlierOrder {
  orderId: string;
  createdAt: Date;
  paidAt: Date;
  amount: string | null;
  currency: string | null;
  ip: string | null;
  userAgent: string | null;
}

/** All that a pack is made from: the same sources are the same pack. */
export interface PackSources {
  defencePackType: DefencePackType;
  order: PackOrder;
  records: PackRecords;
  /** Newest first. */
  earlier: readonly EarlierOrder[];
  /** The country of an IP address, of those that are known. */
  places: ReadonlyMap<string, string>;
  countries: CountryDatabase;
  /** When it is made, and by whom. */
  at: Date;
  by: string;
  /** Of the history that it is made from; null: there is none. */
  lastHash: string | null;
  /** The setting for the pages of the document itself; left out: all. */
  documentPages?: Settings['packDocumentPages'];
  /** Where that history is not what was recorded; null: it is whole. */
  fault: Fault | null;
}

/** All reads of an order see one moment, even while others change it. */
const ofOneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

type Sources = Omit<PackSources, 'defencePackType' | 'fault'>;

/**
 * Reads all that the packs of an order are made from, as it is at one moment. Throws 404 and 409.
 *
 * @param by the member asking, whose name stands in the pack
 */
export async function readSources(db: Database, orderId: string, by: string): Promise<Sources> {
  const found = await db.transaction(async (tx) => {
    const [order] = await findPackOrders(tx, [orderId]);
    refuseWithoutEvidence(order);
    return evidenceOf(tx, order, await readLedger(tx, orderId));
  }, ofOneMoment);
  return withPlaces(found, by);
}

/** The same of many orders, by order; one that is not there, or whose status has no packs, is left out. */
export async function readManySources(
  db: Database,
  orderIds: readonly string[],
  by: string,
): Promise<Map<string, Sources>> {
  const found = await db.transaction(async (tx) => {
    const orders = (await findPackOrders(tx, orderIds)).filter(({ status }) => orderStatus[status].evidence);
    const ledgers = await readLedgers(tx, orderIds);
    const all: Evidence[] = [];
    for (const order of orders) all.push(await evidenceOf(tx, order, ledgers.get(order.orderId) ?? noLedger));
    return all;
  }, ofOneMoment);
  const sources = new Map<string, Sources>();
  for (const one of found) sources.set(one.order.orderId, await withPlaces(one, by));
  return sources;
}

const noLedger: Ledger = { entries: [], lastHash: null };

type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

async function evidenceOf(tx: Transaction, found: PackOrder, { entries, lastHash }: Ledger) {
  const records = packRecords(entries);
  const order = asRecorded(found, records);
  return { order, records, lastHash, earlier: await earlierOrders(tx, order), at: new Date() };
}

async function withPlaces(evidence: Evidence, by: string): Promise<Sources> {
  const { order, records, earlier } = evidence;
  const addresses = [order.ip, ...records.accesses.map(({ ip }) => ip), ...earlier.map(({ ip }) => ip)];
  const [places, countries] = [await placesOf(addresses), await countryDatabase()];
  return { ...evidence, places, countries, by };
}

async function placesOf(addresses: readonly (string | null)[]): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const ip of new Set(addresses)) {
    const country = ip && (await countryOf(ip));
    if (ip && country) places.set(ip, country.name);
  }
  return places;
}

const labelOf = (status: OrderStatus) => orderStatus[status].label;
const withEvidence = listed(statuses.filter((status) => orderStatus[status].evidence).map(labelOf));

/** 404 for an order that is not there, 409 for one whose status has no evidence (rules 13.1). */
export function refuseWithoutEvidence<Order extends { status: OrderStatus }>(
  order: Order | null | undefined,
): asserts order is Order {
  if (!order) throw new Refusal(404, 'Order not found');
  if (!orderStatus[order.status].evidence) {
    throw new Refusal(
      409,
      `Defence packs are for orders that are ${withEvidence}. This one is ${labelOf(order.status)}.`,
    );
  }
}

/** The columns that packs need of these orders besides their ledgers. Unknown orders are left out. */
function findPackOrders(db: Database, orderIds: readonly string[]): Promise<PackOrder[]> {
  return db
    .select({
      orderId: orders.orderId,
      status: orders.processStatus,
      fullName: orders.fullName,
      email: orders.email,
      confirmEmail: orders.confirmEmail,
      contactEmailAddress: orders.contactEmailAddress,
      createdAt: orders.createdAt,
      landingDomain: orders.landingDomain,
      processingMode: orders.processingMode,
      amount: orders.amount,
      currency: orders.currency,
      paidAt: orders.paidAt,
      transactionId: orders.transactionId,
      merchantName: orders.merchantName,
      ip: orders.orderIp,
      userAgent: orders.orderUserAgent,
      declaration: orders.declaration,
    })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]));
}
