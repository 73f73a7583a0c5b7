import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { outboxReason } from 'shared/rules/outbox';
import { documents, downloads } from '../db/schema/documents.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { orderViews } from '../db/schema/orderHistory.ts';
import { remarks } from '../db/schema/remarks.ts';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from './addOrder.ts';
import { pdfOfPages } from './pdf/badPdf.ts';
import { iPhone } from './packSourcesOf.ts';
import type { TestApi } from './startTestApi.ts';

const email = 'mere.tane7@example.com';
const contact = 'mere22@example.net';
const home = { ip: '105.112.17.5', browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Africa/Lagos' };
const away = { ip: '8.8.8.8', browser: 'Chrome-Windows PC-desktop', os: 'Windows 10 or 11', timezone: null };
const newer = { ...home, os: 'iOS 20.1', ip: '105.112.17.99' };

/** A disputed order with every kind of evidence, whose times, amounts and sizes all differ. */
export async function richOrder(api: TestApi): Promise<string> {
  const { db } = api.context.database;
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const ago = (days: number, seconds = 0) => new Date(now - days * 86_400_000 - seconds * 1_000);
  const paid = { currency: 'NZD', orderUserAgent: iPhone, email, landingDomain: 'arrival-card.example.net' };

  const earlier = (days: number, amount: string, orderIp: string, more: Partial<typeof orders.$inferInsert> = {}) =>
    addOrder(api, {
      ...{ ...paid, amount, orderIp, processStatus: 'Completed', ...more },
      ...{ createdAt: ago(days, 41), paidAt: ago(days) },
    });
  await earlier(131, '81.10', home.ip);
  await earlier(202, '82.20', home.ip);
  await earlier(303, '1083.30', away.ip);
  await earlier(404, '84.40', home.ip);
  await earlier(150, '85.50', home.ip, { processStatus: 'Refunds' });

  const orderId = await addOrder(api, {
    ...{ ...paid, amount: '1079.50', orderIp: home.ip, processStatus: 'Awaiting', confirmEmail: email },
    ...{ contactEmailAddress: contact, transactionId: 'txn_5H7K0128B', merchantName: 'NZ Travel 24' },
    ...{ createdAt: ago(30, 71), paidAt: ago(30), processingMode: 'priority' },
    declaration: { passport_number: 'Z0000904', current_nationality: 'Nigeria' },
  });
  await answer(api, orderId, 'It is flight NZ 104.', 'public');
  await answer(api, orderId, 'And seat 12A.', 'public');
  await answer(api, orderId, 'Tried by the desk at 10.', 'staff');
  await db.update(orders).set({ processStatus: 'Completed' }).where(eq(orders.orderId, orderId));

  const uploadedBy = api.memberIds.Team;
  const file = { orderId, customerName: 'Mere Tane', contentType: 'application/pdf', uploadedBy };
  const stored = await api.context.storage.put(
    `rich-${orderId}.pdf`,
    Readable.from([pdfOfPages(7)]),
    'application/pdf',
  );
  const kept = await db
    .insert(documents)
    .values([
      {
        ...{ ...file, file1: `older-${orderId}.pdf`, originalName: 'Draft 1.pdf', storageKey: 'none', size: 48_211 },
        ...{ sha256: 'a1b2c3d4'.repeat(8), createdAt: ago(29, 5) },
      },
      {
        ...{ ...file, ...stored, file1: `rich-${orderId}.pdf`, originalName: 'Declaration 2026.pdf' },
        ...{ storageKey: `rich-${orderId}.pdf`, createdAt: ago(28, 6) },
      },
    ])
    .returning({ id: documents.id });
  const [older, newest] = kept.map(({ id }) => id) as [number, number];

  await addMails(api, { orderId, documentId: newest, ago });
  await db.insert(remarks).values([
    { orderId, memberId: uploadedBy, remark: 'Rang at 9, all well', telephone: 'Y', createdAt: ago(20, 11) },
    {
      ...{ orderId, memberId: api.memberIds.Admin, remark: 'Wrote: got all 3 pages', whatsapp: 'Y' },
      ...{ telephone: 'Y', createdAt: ago(19, 12) },
    },
    { orderId, memberId: uploadedBy, remark: 'Nothing for packs: 4711', createdAt: ago(18, 13) },
  ]);
  await db.insert(orderViews).values([
    { ...home, orderId, how: 'tracked', origin: null, at: ago(27, 21) },
    { ...home, orderId, how: 'tracked', origin: 'public', at: ago(26, 22) },
    { ...home, orderId, how: 'opened', origin: 'public', at: ago(26, 2) },
    { ...away, orderId, how: 'tracked', origin: 'public', at: ago(25, 23) },
    { ...away, orderId, how: 'tracked', origin: 'staff', ip: '198.51.100.77', at: ago(24, 24) },
    { ...away, orderId, how: 'opened', origin: 'staff', ip: '198.51.100.77', at: ago(24, 4) },
  ]);
  await db.insert(downloads).values([
    { ...newer, orderId, documentId: older, origin: 'public', createTs: ago(23, 25) },
    {
      ...{ ...home, orderId, documentId: newest, origin: 'public', createTs: ago(22, 26) },
      ...{ completedAt: ago(22, 19), bytesSent: 1 },
    },
    {
      ...{ ...newer, orderId, documentId: newest, origin: 'public', createTs: ago(21, 27) },
      ...{ completedAt: ago(21, 14), bytesSent: 1 },
    },
    {
      ...{ ...away, orderId, documentId: newest, origin: 'staff', ip: '198.51.100.77', createTs: ago(20, 28) },
      ...{ completedAt: ago(20, 15), bytesSent: 1 },
    },
  ]);
  await api.callApi(orderCalls.move, { orderId, updatingStatus: 'ChargeBack' }, { as: 'Manager' });
  return orderId;
}

/** A disputed order with enough emails and downloads that packs count them by day. */
export async function busyOrder(api: TestApi): Promise<string> {
  const { db } = api.context.database;
  const orderId = await addOrder(api, { email: 'mere@example.com', processStatus: 'Completed' });
  const document = { orderId, file1: `busy-${orderId}.pdf`, customerName: 'Mere', contentType: 'application/pdf' };
  const [kept] = await db
    .insert(documents)
    .values({ ...document, originalName: 'a.pdf', size: 48_211, sha256: 'e5f6'.repeat(16), storageKey: 'none' })
    .returning({ id: documents.id });
  const each = (hours: number) =>
    sql`date_trunc('second', now()) - interval '20 days' + n * interval '1 hour' * ${hours}::float8`;
  await db.execute(sql`
    insert into mails (order_id, kind, recipient, provider, state, message_id, attempts, created_at, sent_at)
    select ${orderId}, 'approval', case n % 5 when 0 then 'else@example.com' else 'mere@example.com' end, 'AWS', 'sent',
      'busy-' || ${orderId} || '-' || n, 1, ${each(6.5)}, ${each(6.5)} + interval '31 seconds'
    from generate_series(1, 40) as n`);
  await db.execute(sql`
    insert into mail_events (mail_id, type, at, received_at, event_id)
    select id, 'delivered', sent_at + interval '7 seconds', sent_at, message_id from mails
    where order_id = ${orderId} and id % 3 > 0`);
  await db.execute(sql`
    insert into downloads (order_id, document_id, ip, browser, os, origin, create_ts, completed_at, bytes_sent)
    select ${orderId}, ${kept!.id}, case n % 4 when 0 then '198.51.100.7' else '198.51.100.' || n % 2 end,
      'Chrome-Windows PC-desktop', 'Windows 10 or 11', 'public', ${each(2.3)},
      case when n % 4 > 0 then ${each(2.3)} + interval '3 seconds' end, 1
    from generate_series(1, 100) as n`);
  await api.callApi(orderCalls.move, { orderId, updatingStatus: 'ChargeBack' }, { as: 'Manager' });
  return orderId;
}

export async function answer(api: TestApi, orderId: string, text: string, origin: 'public' | 'staff') {
  const token = await signCustomerToken(api.context.secret, orderId);
  const { httpStatus, body } = await api.callApi(customerCalls.sendMessage, { orderId, text }, { origin, token });
  if (httpStatus !== 200) throw new Error(body.message);
}

interface Mailed {
  orderId: string;
  documentId: number;
  ago: (days: number, seconds?: number) => Date;
}

/** Adds a bounced mail, two resent ones, one that is only in the outbox, and one that failed. */
async function addMails(api: TestApi, { orderId, documentId, ago }: Mailed) {
  const { db } = api.context.database;
  const mail = { orderId, documentId, kind: 'approval', provider: 'AWS', attempts: 1 } as const;
  const subject = `Your declaration is ready (order ${orderId})`;
  const insert = async (values: Omit<typeof mails.$inferInsert, 'orderId'>) => {
    const row = { orderId, ...values };
    const [inserted] = await db.insert(mails).values(row).returning({ id: mails.id });
    return inserted!.id;
  };
  const returned = await insert({
    ...{
      ...mail,
      subject,
      recipient: email,
      state: 'bounced',
      reason: 'Mailbox full (552)',
      askedBy: api.memberIds.Team,
    },
    ...{ messageId: '0100018c-7f3a-4d1e', createdAt: ago(28, 31), sentAt: ago(28, 30) },
  });
  const again = await insert({
    ...{ ...mail, subject, recipient: contact, provider: 'Sendgrid', state: 'opened', askedBy: api.memberIds.Admin },
    ...{ messageId: 'sg.14c5d75ce93', createdAt: ago(27, 33), sentAt: ago(27, 32) },
  });
  const last = await insert({
    ...{ ...mail, recipient: email, state: 'delivered', messageId: 'ses-998877' },
    ...{ createdAt: ago(15, 35), sentAt: ago(15, 34) },
  });
  await insert({
    ...{ kind: 'invoice', provider: 'AWS', subject: 'Your invoice 2026-17', recipient: email, state: 'sent' },
    ...{ reason: outboxReason, createdAt: ago(14, 37), sentAt: ago(14, 36) },
  });
  await insert({
    ...{ kind: 'refund', provider: 'AWS', subject: 'Refund no. 5', recipient: contact, state: 'failed' },
    ...{ reason: 'Refused with 421', createdAt: ago(13, 38) },
  });
  const event = (mailId: number, type: (typeof mailEvents.$inferInsert)['type'], at: Date, reason?: string) => ({
    ...{ mailId, type, at, reason, receivedAt: at },
    eventId: `${mailId}-${type}-${at.getTime()}`,
  });
  await db
    .insert(mailEvents)
    .values([
      event(returned, 'bounced', ago(28, 20), 'Mailbox full (552)'),
      event(again, 'delivered', ago(27, 19)),
      event(again, 'opened', ago(26, 18)),
      event(again, 'opened', ago(25, 17)),
      event(again, 'opened', ago(24, 16)),
      event(last, 'delivered', ago(0, 600)),
      event(last, 'complained', ago(0, 300), 'Feedback 7'),
    ]);
}
