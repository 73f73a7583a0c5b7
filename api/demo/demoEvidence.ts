import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { MailEntry } from 'shared/api/orderDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { questionStatuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Transaction } from '../db/database.ts';
import { mailEvents } from '../db/schema/mails.ts';
import { orderHistory, orderViews } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages } from '../db/schema/remarks.ts';

const minute = 60_000;
const day = 86_400_000;

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
  /** Null for views from before origins were recorded. */
  origin: AccessOrigin | null;
}

export async function addViews(tx: Transaction, looked: Looked, at: number) {
  const device = { ...looked, browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Pacific/Auckland' };
  await tx.insert(orderViews).values([
    { ...device, how: 'tracked', at: new Date(at - 2 * minute) },
    { ...device, how: 'opened', at: new Date(at - minute) },
  ]);
}

/** Every third dispute has views from before the origin was recorded. */
export const demoOrigin = (disputeNumber: number | null) =>
  disputeNumber !== null && disputeNumber % 3 === 2 ? null : 'public';

/** Some disputes are urgent, and one is late. */
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

export interface DemoOutcome {
  state: MailEntry['state'];
  reason?: string;
  warnings?: string[];
}

export const demoOutcomes: readonly DemoOutcome[] = [
  { state: 'delivered' },
  { state: 'sent' },
  { state: 'bounced', reason: 'The address does not exist.' },
  { state: 'delivered' },
  { state: 'opened' },
  { state: 'delivered', warnings: ['Surname: not found on the document, Traveller on the order.'] },
  { state: 'sent' },
  { state: 'delivered' },
  { state: 'opened' },
];

const demoQuestions: readonly { question: string; answer: string | null }[] = [
  { question: 'Please send us a photo of the page in your passport with your picture.', answer: null },
  {
    question: 'Which flight are you arriving on? We can’t find one with the number you gave.',
    answer: 'Sorry, it is NZ 104.',
  },
  { question: 'Where are you staying on your first night? We need the full address.', answer: null },
];

export async function addQuestions(
  tx: Transaction,
  worked: readonly { orderId: string; processStatus: OrderStatus; assignedAt: Date | null; createdAt: Date }[],
  memberId: number,
): Promise<void> {
  const waiting = worked.filter(({ processStatus }) =>
    (questionStatuses as readonly OrderStatus[]).includes(processStatus),
  );
  for (const [index, { orderId, assignedAt, createdAt }] of waiting.entries()) {
    const { question, answer } = demoQuestions[index % demoQuestions.length]!;
    const askedAt = (assignedAt ?? createdAt).getTime();
    await tx.insert(customerMessages).values({ orderId, memberId, text: question, createdAt: new Date(askedAt) });
    if (answer === null) continue;
    const wroteAt = new Date(Math.min(askedAt + 20 * minute, Date.now()));
    await tx
      .insert(customerMessages)
      .values({ orderId, text: answer, origin: 'public', address: '203.0.113.1', createdAt: wroteAt });
    await tx.update(orders).set({ customerWroteAt: wroteAt }).where(eq(orders.orderId, orderId));
  }
}
