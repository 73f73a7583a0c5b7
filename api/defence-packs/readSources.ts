import { orderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { countryDatabase, countryOf } from '../ledger/countryOf.ts';
import { type Ledger, readLedger, readLedgers } from '../ledger/readLedger.ts';
import { asRecorded } from './asRecorded.ts';
import { earlierOrders } from './earlierOrders.ts';
import { findPackOrders } from './packQueries.ts';
import { packRecords } from './packRecords.ts';
import type { PackOrder, PackSources } from './packSources.ts';
import { refuseWithoutEvidence } from './refuseWithoutEvidence.ts';

/** What is read of an order is of one moment, though others change it meanwhile. */
const ofOneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

type Sources = Omit<PackSources, 'defencePackType' | 'fault'>;

/**
 * Reads all that the packs of an order are made from, as it is at one moment. Throws 404 and 409.
 *
 * @param by who asks: their name stands in the pack
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
