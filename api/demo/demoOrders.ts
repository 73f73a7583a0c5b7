import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import { claimableStatuses, openStatuses, statuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';

interface DemoCustomer {
  firstName: string;
  lastName: string;
  fullName: string;
  mailbox: string;
  countryCode: string;
  declaration: StoredDeclaration;
}

/** Typical customers and rare answers, which together fill every row of an order's page. */
export const { customers, rareDeclarations } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'demoOrders.json'), 'utf8'),
) as { customers: DemoCustomer[]; rareDeclarations: StoredDeclaration[] };

export type DemoOrder = typeof orders.$inferInsert;

const firstId = 100_001;
/** Every fourth order, from the newest back, has the next rare declaration, until none is left. */
const rareEvery = 4;
const day = 86_400_000;
const hour = 3_600_000;

const repeat = (times: Partial<Record<OrderStatus, number>>) =>
  Object.entries(times).flatMap(([status, n]) => Array<OrderStatus>(n).fill(status as OrderStatus));

/** How often each status occurs. The totals are prime, so that each status occurs with every customer and detail. */
const fresh = repeat({
  ...{ New: 12, Priority: 4, Pending: 4, Future: 2, Awaiting: 2, AwaitingGovt: 2, 'Contact Customer': 1 },
  ...{ 'Customer Called': 1, Completed: 2, Deleted: 1 },
});
const old = repeat({
  ...{ Pending: 1, Future: 3, Awaiting: 2, AwaitingGovt: 3, 'Contact Customer': 2, 'Customer Called': 2 },
  ...{ Completed: 20, Refunds: 2, 'Completed Refunds': 2, Deleted: 2, ChargeBack: 2 },
});

interface Demo {
  count: number;
  now: Date;
  memberIds: readonly number[];
}

/** Orders of every status, oldest first, up to shortly before `now`. The same arguments give the same orders. */
export function* demoOrders({ count, now, memberIds }: Demo): Generator<DemoOrder> {
  const spanDays = Math.min(700, 14 + count / 20);
  for (let index = 0; index < count; index++) {
    // Orders become more frequent towards `now`, but none is from the last three minutes.
    const share = 1 - (index + 1) / count;
    const createdAt = new Date(now.getTime() - 3 * 60_000 - share ** 1.4 * spanDays * day);
    const usual = share < 0.4 ? fresh : old;
    const status = count < 60 ? statuses[index % statuses.length]! : usual[(index * 17) % usual.length]!;
    const newer = count - 1 - index;
    const rare = newer % rareEvery === rareEvery - 1 ? rareDeclarations[Math.floor(newer / rareEvery)] : undefined;
    yield demoOrder(index, { status, createdAt, now, memberIds, rare });
  }
}

interface Frame extends Omit<Demo, 'count'> {
  status: OrderStatus;
  createdAt: Date;
  rare: StoredDeclaration | undefined;
}

function demoOrder(index: number, { status, createdAt, now, memberIds, rare }: Frame): DemoOrder {
  const { firstName, lastName, fullName, mailbox, countryCode, declaration } = customers[index % customers.length]!;
  const orderId = String(firstId + index);
  const email = `${mailbox}@${index % 10 === 4 ? 'example.test' : 'example.com'}`;
  const priority = status === 'Priority' || (status !== 'New' && index % 5 === 3);
  const isFuture = status === 'Future';
  const processingDate = isoDay(isFuture ? new Date(now.getTime() + (2 + ((index * 29) % 329)) * day) : createdAt);
  const arrival = isFuture ? Date.parse(processingDate) + 3 * day : createdAt.getTime() + (2 + (index % 19)) * day;
  const workedAt = new Date(Math.min(createdAt.getTime() + (1 + (index % 30)) * hour, now.getTime()));
  const member = memberIds[Math.floor(index / 3) % memberIds.length]!;
  const assignedTo = index % 10 < assignedOfTen(status) ? member : null;
  const processed = ['Completed', 'Customer Called', 'ChargeBack'].includes(status);
  const passport = `${'LNPZ'[index % 4]}${1_000_000 + ((index * 7_654_321) % 9_000_000)}`;
  const disputed = status === 'ChargeBack';
  const refunded = status === 'Completed Refunds';
  const price = priority ? '119.00' : '79.00';
  return {
    ...{ orderId, firstName, lastName, fullName, email, confirmEmail: email, countryCode, createdAt, processingDate },
    processStatus: status,
    beforeDeleteStatus: status === 'Deleted' ? (['New', 'Pending', 'Awaiting'] as const)[index % 3] : null,
    ...{ assignedTo, assignedAt: assignedTo === null ? null : workedAt },
    contactEmailAddress: index % 10 === 7 ? `travel.${email}` : null,
    phoneNumber: index % 12 === 5 ? null : `${20 + (index % 80)} 000 0${String(index % 1_000).padStart(3, '0')}`,
    refundDate: refunded ? isoDay(workedAt) : null,
    refund: refunded
      ? { amount: price, currency: 'NZD', reason: 'The trip was cancelled', reference: `re_${orderId}` }
      : null,
    processingMode: priority ? 'priority' : 'standard',
    landingDomain: index % 5 === 1 ? 'arrival-card.example.net' : 'declaration.example.com',
    transactionId: disputed || index % 10 === 2 ? `txn_${orderId.padStart(12, '0')}` : null,
    merchantName: disputed ? 'NZTD Services' : null,
    ...(status === 'Pending' ? {} : { paidAt: createdAt, amount: price, currency: 'NZD' }),
    orderIp: `203.0.113.${1 + (index % 254)}`,
    orderUserAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    ...(processed ? { processedBy: member, completedAt: workedAt } : {}),
    arrivedAsFuture: isFuture || index % 20 === 11,
    declaration: travelOf(new Date(arrival), { ...declaration, passport_number: passport }, rare),
  };
}

/** How many out of ten orders in this status are assigned. */
function assignedOfTen(status: OrderStatus): number {
  if (claimableStatuses.includes(status)) return 1;
  if (status === 'Pending' || status === 'Future') return 0;
  return openStatuses.includes(status) ? 6 : 8;
}

const ofTravel = /arriv|departure|flight|vessel|cruise|voyage/;

/**
 * Merges usual and rare answers. A rare `travel_type` replaces all usual answers about travel. Dates follow `arrival`.
 */
function travelOf(arrival: Date, usual: StoredDeclaration, rare: StoredDeclaration = {}): StoredDeclaration {
  const fields = Object.entries(usual).filter(([field]) => !(rare.travel_type && ofTravel.test(field)));
  const departure = new Date(arrival.getTime() + 7 * day);
  return Object.fromEntries(
    [...fields, ...Object.entries(rare)].map(([field, answer]) => [
      field,
      /^(day|month|year)_of_arrival$|^scheduled_(arrival|departure)_(day|month|year)/.test(field)
        ? datePart(field, field.includes('departure') ? departure : arrival)
        : answer,
    ]),
  );
}

/** The day, month or year that the field asks for, without leading zeros. */
function datePart(field: string, at: Date): string {
  if (field.includes('day')) return String(at.getUTCDate());
  return String(field.includes('month') ? at.getUTCMonth() + 1 : at.getUTCFullYear());
}

const isoDay = (at: Date) => at.toISOString().slice(0, 10);

const rowsPerStatement = 500;

/** `beforeBatch` may throw, to stop the insertion. */
export async function insertOrders(
  tx: Transaction,
  stream: Iterable<DemoOrder>,
  beforeBatch: () => Promise<void> = async () => {},
): Promise<void> {
  const insert = async (batch: DemoOrder[]) => {
    await beforeBatch();
    await tx.insert(orders).values(batch);
  };
  let batch: DemoOrder[] = [];
  for (const order of stream) {
    if (batch.push(order) < rowsPerStatement) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
}
