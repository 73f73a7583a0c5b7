import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { desc, eq, inArray } from 'drizzle-orm';
import type { MailEntry } from 'shared/api/orderDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { questionStatuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Transaction } from '../db/database.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orderHistory, orderViews } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages, remarks } from '../db/schema/remarks.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { demoPdf } from './demoPdf.ts';

/** Only the newest orders get documents and remarks, so that seeding a million orders stays fast. */
const ordersWithHistory = 500;
const minute = 60_000;
const day = 86_400_000;

type Order = typeof orders.$inferSelect;

const workedStatuses: OrderStatus[] = [
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Completed',
  'ChargeBack',
  'Refunds',
];

export async function addHistories(
  tx: Transaction,
  storage: DocumentStorage,
  { memberIds, now }: { memberIds: readonly number[]; now: Date },
) {
  const worked = await tx
    .select()
    .from(orders)
    .where(inArray(orders.processStatus, workedStatuses))
    .orderBy(desc(orders.createdAt))
    .limit(ordersWithHistory);
  const waiting = worked.filter(({ processStatus }) =>
    (questionStatuses as readonly OrderStatus[]).includes(processStatus),
  );
  for (const [index, order] of waiting.entries()) await addQuestion(tx, order, { index, memberId: memberIds[0]!, now });
  let [completed, disputes] = [0, 0];
  for (const [index, order] of worked.entries()) {
    const memberId = order.assignedTo ?? memberIds[index % memberIds.length]!;
    if (index % 2 === 0) await addRemark(tx, order, { index, memberId });
    if (!order.completedAt) continue;
    const isDisputed = order.processStatus === 'ChargeBack';
    const dispute = isDisputed ? disputes++ : null;
    await addDelivery(tx, storage, { order, memberId, index: completed++, dispute, now });
    if (dispute !== null) await addDispute(tx, order, { memberId, now, number: dispute });
  }
}

const demoRemarks: readonly Pick<typeof remarks.$inferInsert, 'remark' | 'telephone' | 'whatsapp'>[] = [
  { remark: 'Called, no answer. Tried again in the afternoon.', telephone: 'Y' },
  { remark: 'Passport number corrected after a call with the customer.', telephone: 'Y' },
  { remark: 'Customer asked when the declaration will be ready; told them today.', whatsapp: 'Y' },
  { remark: 'Flight number did not exist. Emailed to ask for the right one.' },
  { remark: 'Sent to the government portal, waiting for the answer.' },
];

async function addRemark(
  tx: Transaction,
  { orderId, completedAt, assignedAt, createdAt }: Order,
  { index, memberId }: { index: number; memberId: number },
) {
  await tx.insert(remarks).values({
    ...{ orderId, memberId, telephone: '', whatsapp: '' },
    ...demoRemarks[(index / 2) % demoRemarks.length]!,
    createdAt: new Date((completedAt ?? assignedAt ?? createdAt).getTime() - 10 * minute),
  });
}

interface Outcome {
  state: MailEntry['state'];
  reported?: (typeof mailEvents.$inferInsert)['type'][];
  reason?: string;
  warnings?: string[];
}

const outcomes: readonly Outcome[] = [
  { state: 'delivered', reported: ['delivered'] },
  { state: 'sent' },
  { state: 'bounced', reported: ['bounced'], reason: 'The address does not exist.' },
  { state: 'delivered', reported: ['delivered'] },
  { state: 'opened', reported: ['delivered', 'opened'] },
  {
    ...{ state: 'delivered', reported: ['delivered'] },
    warnings: ['Surname: not found on the document, Traveller on the order.'],
  },
  { state: 'sent' },
  { state: 'delivered', reported: ['delivered'] },
  { state: 'opened', reported: ['delivered', 'opened'] },
];

interface Delivery {
  order: Order;
  memberId: number;
  index: number;
  /** The dispute's number in the demo, or null for an order without a dispute. */
  dispute: number | null;
  now: Date;
}

/** Adds the document with its email and, for most orders, views and a download. */
async function addDelivery(
  tx: Transaction,
  storage: DocumentStorage,
  { order, memberId, index, dispute, now }: Delivery,
) {
  const { orderId, fullName, declaration } = order;
  const at = order.completedAt!.getTime();
  const { state, reported = [], reason = null, warnings = [] } = outcomes[index % outcomes.length]!;
  const file1 = `demo${orderId}${String(index).padStart(12, '0')}.pdf`;
  const lines = ['New Zealand Travel Declaration', `Order ${orderId}`, `Passport ${declaration.passport_number}`];
  const stored = await storage.put(file1, Readable.from([demoPdf(lines)]), 'application/pdf');
  const createdAt = new Date(at - 2 * minute);
  const [document] = await tx
    .insert(documents)
    .values({
      ...{ orderId, file1, storageKey: file1, ...stored, contentType: 'application/pdf', warnings, createdAt },
      ...{ customerName: fullName, originalName: `declaration-${orderId}.pdf`, uploadedBy: memberId },
    })
    .returning({ id: documents.id });
  const documentId = document!.id;
  const recipient = order.contactEmailAddress ?? order.email;
  const [mail] = await tx
    .insert(mails)
    .values({
      ...{ orderId, documentId, kind: 'approval', recipient, state, reason, askedBy: memberId, attempts: 1 },
      ...{ provider: index % 2 === 0 ? 'AWS' : 'Sendgrid', messageId: `<demo-${orderId}@example.com>` },
      ...{ createdAt, sentAt: new Date(at - minute) },
    })
    .returning({ id: mails.id });
  for (const [number, type] of reported.entries()) {
    const happened = new Date(at + number * 20 * minute);
    const eventId = `demo-${mail!.id}-${type}`;
    await tx.insert(mailEvents).values({ mailId: mail!.id, type, at: happened, receivedAt: happened, eventId, reason });
  }
  if (state === 'bounced') {
    await tx.update(orders).set({ bouncedAddress: recipient }).where(eq(orders.orderId, orderId));
  }
  const createTs = new Date(at + 30 * minute);
  // Every disputed order gets views and a download, unless they would be after `now`.
  if ((index % 5 > 2 && dispute === null) || createTs >= now) return;
  const ip = order.orderIp ?? '203.0.113.1';
  // In every third dispute, views and download have no origin, like rows from before origins were recorded.
  const origin: AccessOrigin | null = dispute !== null && dispute % 3 === 2 ? null : 'public';
  await addViews(tx, { orderId, ip, origin }, createTs.getTime());
  const download = { ...phone, orderId, documentId, ip, origin, bytesSent: stored.size };
  await tx.insert(downloads).values({ ...download, createTs, completedAt: createTs });
}

const phone = { browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Pacific/Auckland' };

async function addViews(
  tx: Transaction,
  viewed: { orderId: string; ip: string; origin: AccessOrigin | null },
  at: number,
) {
  await tx.insert(orderViews).values([
    { ...phone, ...viewed, how: 'tracked', at: new Date(at - 2 * minute) },
    { ...phone, ...viewed, how: 'opened', at: new Date(at - minute) },
  ]);
}

/** Adds the move to Charge Back, at various times, so that some disputes are urgent or overdue. */
async function addDispute(
  tx: Transaction,
  { orderId, version, completedAt }: Order,
  { memberId, now, number }: { memberId: number; now: Date; number: number },
) {
  const at = new Date(Math.max(completedAt!.getTime() + 60 * minute, now.getTime() - ((number * 5 + 2) % 23) * day));
  if (at >= now) return;
  if (number % 3 === 1) await addViews(tx, { orderId, ip: '198.51.100.7', origin: 'staff' }, at.getTime());
  const moved = { kind: 'move', field: 'process_status', from: 'Completed', to: 'ChargeBack' } as const;
  await tx.insert(orderHistory).values({ orderId, at, memberId, actionId: randomUUID(), ...moved, version });
}

const demoQuestions: readonly { question: string; answer?: string }[] = [
  { question: 'Please send us a photo of the page in your passport with your picture.' },
  {
    question: 'Which flight are you arriving on? We can’t find one with the number you gave.',
    answer: 'Sorry, it is NZ 104.',
  },
  { question: 'Where are you staying on your first night? We need the full address.' },
];

async function addQuestion(
  tx: Transaction,
  { orderId, assignedAt, createdAt }: Order,
  { index, memberId, now }: { index: number; memberId: number; now: Date },
) {
  const { question, answer } = demoQuestions[index % demoQuestions.length]!;
  const askedAt = assignedAt ?? createdAt;
  await tx.insert(customerMessages).values({ orderId, memberId, text: question, createdAt: askedAt });
  if (answer === undefined) return;
  const wroteAt = new Date(Math.min(askedAt.getTime() + 20 * minute, now.getTime()));
  const message = { orderId, text: answer, origin: 'public', address: '203.0.113.1', createdAt: wroteAt } as const;
  await tx.insert(customerMessages).values(message);
  await tx.update(orders).set({ customerWroteAt: wroteAt }).where(eq(orders.orderId, orderId));
}
