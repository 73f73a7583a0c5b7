import { Readable } from 'node:stream';
import { desc, eq, inArray, isNull } from 'drizzle-orm';
import { advisoryLocks, type Transaction } from '../db/database.ts';
import { boundLog } from '../db/embedded.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import type { Desk } from '../desk/desk.ts';
import { foldOrderCounts } from '../orders/lists/countQueries.ts';
import { hashPassword } from '../team/password.ts';
import { Chance } from './chance.ts';
import {
  addDispute,
  addMailEvents,
  addQuestions,
  addViews,
  demoOrigin,
  type DemoOutcome,
  demoOutcomes,
} from './demoEvidence.ts';
import { demoMembers, demoPassword } from './demoMembers.ts';
import { demoOrders } from './demoOrders.ts';
import { demoPdf } from './demoPdf.ts';
import { analyze, insertOrders, isEmpty } from './demoQueries.ts';

/** Documents and remarks are for the newest orders; a demo of a million does without the rest. */
const ordersWithHistory = 500;
const minute = 60_000;

/**
 * Fills an empty database with the demo, all of it or nothing. Answers the sign-ins of the demo that work here: on
 * someone's own database, none.
 */
export async function seedDemo(desk: Desk): Promise<string[]> {
  const { db, exclusively } = desk.database;
  if (desk.settings.demoOrders > 0) await exclusively(advisoryLocks.seed, () => seedIfEmpty(desk));
  const living = await db.select({ email: members.email }).from(members).where(isNull(members.deletedAt));
  const known = new Set(living.map((member) => member.email));
  return demoMembers.filter((member) => known.has(member.email)).map(({ email, role }) => `${email} (${role})`);
}

async function seedIfEmpty({ database: { db, driver }, settings, storage, room }: Desk) {
  if (!(await isEmpty(db))) return;
  const passwordHash = await hashPassword(demoPassword);
  await db.transaction(async (tx) => {
    const made = await tx
      .insert(members)
      .values(demoMembers.map((member) => ({ ...member, passwordHash })))
      .returning({ id: members.id });
    const memberIds = made.map(({ id }) => id);
    const demo = demoOrders({ count: settings.demoOrders, now: new Date(), memberIds });
    await insertOrders(tx, demo, async () => {
      if (!(await room.forChanges())) throw new Error('The disk is almost full: there is no room for the demo.');
      if (driver === 'embedded') await boundLog(tx);
    });
    await addHistories(tx, storage, memberIds);
  });
  await foldOrderCounts(db);
  await analyze(db);
}

/** Remarks, and for what is done its document, the mail it went with and sometimes its downloads. */
async function addHistories(tx: Transaction, storage: Desk['storage'], memberIds: readonly number[]) {
  const chance = new Chance(7);
  const worked = await tx
    .select()
    .from(orders)
    .where(
      inArray(orders.processStatus, [
        'Awaiting',
        'AwaitingGovt',
        'Contact Customer',
        'Customer Called',
        'Completed',
        'ChargeBack',
        'Refunds',
      ]),
    )
    .orderBy(desc(orders.createdAt))
    .limit(ordersWithHistory);
  await addQuestions(tx, worked, memberIds[0]!);
  let done = 0;
  let disputes = 0;
  const now = new Date();
  for (const order of worked) {
    const memberId = order.assignedTo ?? chance.oneOf(memberIds);
    const at = (order.completedAt ?? order.assignedAt ?? order.createdAt).getTime();
    if (chance.happens(0.5)) await tx.insert(remarks).values(demoRemark(chance, { order, memberId, at }));
    if (!order.completedAt) continue;
    const outcome = demoOutcomes[done++ % demoOutcomes.length]!;
    const document = await addDocument(tx, { storage, chance, order, memberId, at, outcome });
    await addMail(tx, { document, chance, order, memberId, at, outcome });
    const isDisputed = order.processStatus === 'ChargeBack';
    await addDownload(tx, { document, chance, order, at, disputeNumber: isDisputed ? disputes : null });
    if (isDisputed) await addDispute(tx, order, { memberId, now, number: disputes++ });
  }
}

interface Done {
  chance: Chance;
  order: typeof orders.$inferSelect;
  memberId: number;
  /** When it was done, in milliseconds. */
  at: number;
  outcome: DemoOutcome;
}

async function addDocument(
  tx: Transaction,
  { storage, chance, order, memberId, at, outcome }: Done & { storage: Desk['storage'] },
) {
  const file1 = `demo${order.orderId}${chance.digits(12)}.pdf`;
  const pdf = demoPdf([
    'New Zealand Travel Declaration',
    `Order ${order.orderId}`,
    `Passport ${order.declaration.passport_number}`,
  ]);
  const { size, sha256 } = await storage.put(file1, Readable.from([pdf]), 'application/pdf');
  const [document] = await tx
    .insert(documents)
    .values({
      ...{ orderId: order.orderId, file1, storageKey: file1, size, sha256, contentType: 'application/pdf' },
      ...{ customerName: order.fullName, originalName: `declaration-${order.orderId}.pdf`, uploadedBy: memberId },
      warnings: outcome.warnings ?? [],
      createdAt: new Date(at - 2 * minute),
    })
    .returning({ id: documents.id, size: documents.size });
  return document!;
}

async function addMail(
  tx: Transaction,
  { document, chance, order, memberId, at, outcome }: Done & { document: { id: number } },
) {
  const recipient = order.contactEmailAddress ?? order.email;
  const [mail] = await tx
    .insert(mails)
    .values({
      ...{
        orderId: order.orderId,
        documentId: document.id,
        kind: 'approval',
        recipient,
        askedBy: memberId,
        attempts: 1,
      },
      ...{ state: outcome.state, reason: outcome.reason },
      provider: chance.oneOf(['AWS', 'Sendgrid'] as const),
      messageId: `<demo-${order.orderId}@example.com>`,
      createdAt: new Date(at - 2 * minute),
      sentAt: new Date(at - minute),
    })
    .returning({ id: mails.id });
  await addMailEvents(tx, { mailId: mail!.id, at, outcome });
  if (outcome.state === 'bounced') {
    await tx.update(orders).set({ bouncedAddress: recipient }).where(eq(orders.orderId, order.orderId));
  }
}

interface Downloaded extends Pick<Done, 'chance' | 'order' | 'at'> {
  document: { id: number; size: number };
  /** Which of the disputes it is of, from 0; null: of none. */
  disputeNumber: number | null;
}

async function addDownload(tx: Transaction, { document, chance, order, at, disputeNumber }: Downloaded) {
  const downloadedAt = new Date(at + 30 * minute);
  // A dispute is worth showing where there is something to answer it with.
  if (!(chance.happens(0.6) || disputeNumber !== null) || downloadedAt >= new Date()) return;
  const ip = order.orderIp ?? '203.0.113.1';
  const origin = demoOrigin(disputeNumber);
  await addViews(tx, { orderId: order.orderId, ip, origin }, downloadedAt.getTime());
  await tx.insert(downloads).values({
    ...{ orderId: order.orderId, documentId: document.id, ip, origin },
    ...{ browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Pacific/Auckland', bytesSent: document.size },
    createTs: downloadedAt,
    completedAt: downloadedAt,
  });
}

const demoRemarks = [
  'Called, no answer. Tried again in the afternoon.',
  'Passport number corrected after a call with the customer.',
  'Customer asked when the declaration will be ready; told them today.',
  'Flight number did not exist. E-mailed to ask for the right one.',
  'Sent to the government portal, waiting for the answer.',
];

function demoRemark(
  chance: Chance,
  { order, memberId, at }: { order: { orderId: string }; memberId: number; at: number },
) {
  return {
    orderId: order.orderId,
    memberId,
    remark: chance.oneOf(demoRemarks),
    telephone: chance.happens(0.4) ? ('Y' as const) : ('' as const),
    whatsapp: chance.happens(0.2) ? ('Y' as const) : ('' as const),
    createdAt: new Date(at - 10 * minute),
  };
}
