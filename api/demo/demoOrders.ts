import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import { claimableStatuses, openStatuses, statuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { orders } from '../db/schema/orders.ts';
import { SeededRandom } from './SeededRandom.ts';

interface DemoCustomer {
  firstName: string;
  lastName: string;
  fullName: string;
  mailbox: string;
  countryCode: string;
  declaration: StoredDeclaration;
}

/** Typical customers and rare answers, which together show every row of an order. */
export const { customers, rareDeclarations } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'demoOrders.json'), 'utf8'),
) as { customers: DemoCustomer[]; rareDeclarations: StoredDeclaration[] };

export type DemoOrder = typeof orders.$inferInsert;

const firstId = 100_001;
/** Every fourth of the newest orders has a rare declaration, until each has been used. */
const rareEvery = 4;
const day = 86_400_000;
const hour = 3_600_000;

const fresh: Partial<Record<OrderStatus, number>> = {
  ...{ New: 40, Priority: 14, Pending: 12, Future: 8, Awaiting: 5, AwaitingGovt: 6, 'Contact Customer': 3 },
  ...{ 'Customer Called': 3, Completed: 8, Deleted: 1 },
};
const old: Partial<Record<OrderStatus, number>> = {
  ...{ New: 1, Pending: 2, Future: 8, Awaiting: 5, AwaitingGovt: 7, 'Contact Customer': 3, 'Customer Called': 4 },
  ...{ Completed: 56, Refunds: 4, 'Completed Refunds': 4, Deleted: 4, ChargeBack: 2 },
};

const workedOn = statuses.filter((status) => !claimableStatuses.includes(status));

/** Generates reproducible orders of every status, oldest first, up to shortly before `now`. */
export function* demoOrders({
  count,
  now,
  memberIds,
}: {
  count: number;
  now: Date;
  memberIds: readonly number[];
}): Generator<DemoOrder> {
  const chance = new SeededRandom(20_261_121);
  const spanDays = Math.min(700, 14 + count / 20);
  for (let index = 0; index < count; index++) {
    // Orders become more frequent towards `now`, but none is from the last three minutes.
    const share = 1 - (index + 1) / count;
    const createdAt = new Date(now.getTime() - 3 * 60_000 - share ** 1.4 * spanDays * day - chance.between(0, 90_000));
    const status = count < 60 ? statuses[index % statuses.length]! : statusAt(chance, index, share < 0.4);
    const rare = rareDeclaration(count - 1 - index);
    yield demoOrder(chance, { orderId: String(firstId + index), status, createdAt, now, memberIds, rare });
  }
}

const rareDeclaration = (newerOrders: number): StoredDeclaration | undefined =>
  newerOrders % rareEvery === rareEvery - 1 ? rareDeclarations[Math.floor(newerOrders / rareEvery)] : undefined;

/** A random status by weight. Every ninth old order gets the next status of a cycle, so that every status occurs. */
function statusAt(chance: SeededRandom, index: number, isFresh: boolean): OrderStatus {
  if (isFresh) return chance.weighted(fresh);
  const turn = index % 9 === 0 ? workedOn[(index / 9) % workedOn.length] : undefined;
  return turn ?? chance.weighted(old);
}

interface Frame {
  orderId: string;
  status: OrderStatus;
  createdAt: Date;
  now: Date;
  memberIds: readonly number[];
  rare: StoredDeclaration | undefined;
}

function demoOrder(chance: SeededRandom, { orderId, status, createdAt, now, memberIds, rare }: Frame): DemoOrder {
  const { firstName, lastName, fullName, mailbox, countryCode, declaration } = chance.oneOf(customers);
  const email = `${mailbox}@${chance.happens(0.9) ? 'example.com' : 'example.test'}`;
  const priority = status === 'Priority' || (status !== 'New' && chance.happens(0.2));
  const isFuture = status === 'Future';
  const processingDate = isoDay(isFuture ? new Date(now.getTime() + chance.between(2, 330) * day) : createdAt);
  const arrival = new Date(
    isFuture ? Date.parse(processingDate) + 3 * day : createdAt.getTime() + chance.between(2, 20) * day,
  );
  const workedAt = earlier(new Date(createdAt.getTime() + chance.between(1, 30) * hour), now);
  const assignedTo = chance.happens(assignedShare(status)) ? chance.oneOf(memberIds) : null;
  const processed = ['Completed', 'Customer Called', 'ChargeBack'].includes(status);
  const disputed = status === 'ChargeBack';
  const paid = status !== 'Pending';
  const price = priority ? '119.00' : '79.00';
  return {
    orderId,
    processStatus: status,
    beforeDeleteStatus: status === 'Deleted' ? chance.oneOf(['New', 'Pending', 'Awaiting'] as const) : null,
    assignedTo,
    assignedAt: assignedTo === null ? null : workedAt,
    firstName,
    lastName,
    fullName,
    email,
    contactEmailAddress: chance.happens(0.1) ? `travel.${email}` : null,
    confirmEmail: email,
    phoneNumber: chance.happens(0.92) ? `${chance.between(20, 99)} 000 0${chance.digits(3)}` : null,
    countryCode,
    createdAt,
    refundDate: status === 'Completed Refunds' ? isoDay(workedAt) : null,
    refund:
      status === 'Completed Refunds'
        ? { amount: price, currency: 'NZD', reason: 'The trip was cancelled', reference: `re_${orderId}` }
        : null,
    processingDate,
    processingMode: priority ? 'priority' : 'standard',
    landingDomain: chance.happens(0.8) ? 'declaration.example.com' : 'arrival-card.example.net',
    transactionId: disputed || chance.happens(0.1) ? `txn_${chance.digits(12)}` : null,
    merchantName: disputed ? 'NZTD Services' : null,
    paidAt: paid ? createdAt : null,
    amount: paid ? price : null,
    currency: paid ? 'NZD' : null,
    orderIp: `203.0.113.${chance.between(1, 254)}`,
    orderUserAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    processedBy: processed ? (assignedTo ?? chance.oneOf(memberIds)) : null,
    completedAt: processed ? workedAt : null,
    arrivedAsFuture: isFuture || chance.happens(0.05),
    version: 1,
    declaration: declarationOf(chance, arrival, declaration, rare),
  };
}

const ofTravel = /arriv|departure|flight|vessel|cruise|voyage/;

function declarationOf(chance: SeededRandom, arrival: Date, usual: StoredDeclaration, rare: StoredDeclaration = {}) {
  const kept = Object.entries(usual).filter(([field]) => !(rare.travel_type && ofTravel.test(field)));
  const declaration: StoredDeclaration = {
    ...Object.fromEntries(kept),
    passport_number: `${chance.oneOf(['L', 'N', 'P', 'Z'])}${chance.digits(7)}`,
    ...rare,
  };
  const departure = new Date(arrival.getTime() + 7 * day);
  for (const field of Object.keys(declaration) as (keyof StoredDeclaration)[]) {
    if (/^(day|month|year)_of_arrival$|^scheduled_(arrival|departure)_(day|month|year)/.test(field))
      Object.assign(declaration, { [field]: datePart(field, field.includes('departure') ? departure : arrival) });
  }
  return declaration;
}

/** The day, month or year that the field asks for, without leading zeros. */
function datePart(field: string, at: Date): string {
  if (field.includes('day')) return String(at.getUTCDate());
  return String(field.includes('month') ? at.getUTCMonth() + 1 : at.getUTCFullYear());
}

function assignedShare(status: OrderStatus): number {
  if (claimableStatuses.includes(status)) return 0.12;
  if (status === 'Pending' || status === 'Future') return 0;
  return openStatuses.includes(status) ? 0.6 : 0.8;
}

const isoDay = (at: Date) => at.toISOString().slice(0, 10);
const earlier = (one: Date, other: Date) => (one < other ? one : other);
