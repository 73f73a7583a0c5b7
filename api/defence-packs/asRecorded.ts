import type { PackRecords } from './packRecords.ts';
import type { PackOrder } from './packSources.ts';

type Told = Pick<PackRecords, 'payment'> & { placed: NonNullable<PackRecords['placed']> };

/** What the history of an order says of it, as it came in and was paid. */
export const recordedFacts = ({ placed, payment }: Told) => ({
  email: placed.email,
  contactEmailAddress: placed.contactEmail ?? null,
  createdAt: new Date(placed.at),
  landingDomain: placed.landingDomain ?? null,
  amount: payment?.amount ?? placed.amount ?? null,
  currency: payment?.currency ?? placed.currency ?? null,
  paidAt: payment && new Date(payment.at),
  ip: placed.ip ?? null,
  userAgent: placed.userAgent ?? null,
});

/**
 * The order with what its history says of it in place of what its row says by now: the row can be changed, and e-mail,
 * payment, IP address and browser are evidence.
 */
export function asRecorded(order: PackOrder, { placed, payment }: Pick<PackRecords, 'placed' | 'payment'>): PackOrder {
  return placed ? { ...order, ...recordedFacts({ placed, payment }) } : order;
}
