import { randomUUID } from 'node:crypto';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Transaction } from '../db/database.ts';
import { mailEvents } from '../db/schema/mails.ts';
import { orderHistory, orderViews } from '../db/schema/orderHistory.ts';
import type { orders } from '../db/schema/orders.ts';
import type { DemoOutcome } from './demoOutcomes.ts';

const minute = 60_000;
const day = 86_400_000;

/** What a provider reported of a mail, for the states that follow from a report. */
export async function addMailEvents(
  tx: Transaction,
  { mailId, at, outcome: { state, reason } }: { mailId: number; at: number; outcome: DemoOutcome },
) {
  const types = ({ delivered: ['delivered'], opened: ['delivered', 'opened'], bounced: ['bounced'] } as const)[
    state as 'delivered' | 'opened' | 'bounced'
  ];
  for (const [index, type] of (types ?? []).entries()) {
    const happened = new Date(at + index * 20 * minute);
    const eventId = `demo-${mailId}-${type}`;
    await tx.insert(mailEvents).values({ mailId, type, at: happened, receivedAt: happened, eventId, reason });
  }
}

interface Looked {
  orderId: string;
  ip: string;
  /** Null: it was before that was recorded. */
  origin: AccessOrigin | null;
}

/** Somebody looks for the order, and at its page. */
export async function addViews(tx: Transaction, looked: Looked, at: number) {
  const device = { ...looked, browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Pacific/Auckland' };
  await tx.insert(orderViews).values([
    { ...device, how: 'tracked', at: new Date(at - 2 * minute) },
    { ...device, how: 'opened', at: new Date(at - minute) },
  ]);
}

/** On whose site a customer looked: of every third dispute it was before that was recorded. */
export const demoOrigin = (disputeNumber: number | null) =>
  disputeNumber !== null && disputeNumber % 3 === 2 ? null : 'public';

/**
 * A completed order's payment is disputed, some days ago: of the demo's disputes some are urgent, and one is late. Of every
 * third a member of the staff has looked for the order on their own site, as its customer would.
 */
export async function addDispute(
  tx: Transaction,
  order: typeof orders.$inferSelect,
  { memberId, now, number }: { memberId: number; now: Date; number: number },
) {
  const completedAt = (order.completedAt ?? order.createdAt).getTime();
  const at = new Date(Math.max(completedAt + 60 * minute, now.getTime() - ((number * 5 + 2) % 23) * day));
  if (at >= now) return;
  const { orderId, version } = order;
  if (number % 3 === 1) await addViews(tx, { orderId, ip: '198.51.100.7', origin: 'staff' }, at.getTime());
  const moved = { kind: 'move', field: 'process_status', from: 'Completed', to: 'ChargeBack' } as const;
  await tx.insert(orderHistory).values({ orderId, at, memberId, actionId: randomUUID(), ...moved, version });
}
