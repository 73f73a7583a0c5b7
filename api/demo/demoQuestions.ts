import { eq } from 'drizzle-orm';
import { askingStatuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Transaction } from '../db/database.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { orders } from '../db/schema/orders.ts';

const minute = 60_000;

/** What was asked, and what the customer wrote; null: they have not yet. */
const demoQuestions: readonly { question: string; answer: string | null }[] = [
  { question: 'Please send us a photo of your passport: the page with your picture.', answer: null },
  {
    question: 'Which flight do you arrive with? There is none of the number that you gave.',
    answer: 'It is NZ 104, sorry.',
  },
  { question: 'Where do you stay for your first night? We need the whole address.', answer: null },
];

/** Asks the customers of the orders that wait for them, and lets some have answered. */
export async function addQuestions(
  tx: Transaction,
  worked: readonly { orderId: string; processStatus: OrderStatus; assignedAt: Date | null; createdAt: Date }[],
  memberId: number,
): Promise<void> {
  const waiting = worked.filter(({ processStatus }) =>
    (askingStatuses as readonly OrderStatus[]).includes(processStatus),
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
