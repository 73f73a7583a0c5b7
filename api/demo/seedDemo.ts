import { Readable } from 'node:stream';
import { desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { advisoryLocks, type Transaction } from '../db/database.ts';
import { limitWalSize } from '../db/embedded.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import type { AppContext } from '../context/AppContext.ts';
import { foldOrderCounts } from '../orders/lists/countQueries.ts';
import { hashPassword } from '../team/password.ts';
import { SeededRandom } from './SeededRandom.ts';
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
import { insertOrders, isEmpty } from './demoQueries.ts';

/** Only the newest orders get documents and remarks, so that a demo of a million stays fast. */
const ordersWithHistory = 500;
const minute = 60_000;

/** Seeds an empty database. Returns the demo's sign-ins that work here. */
export async function seedDemo(appContext: AppContext): Promise<string[]> {
  const { db, exclusively } = appContext.database;
  if (appContext.settings.demoOrders > 0) await exclusively(advisoryLocks.seed, () => seedIfEmpty(appContext));
  const living = await db.select({ email: members.email }).from(members).where(isNull(members.deletedAt));
  const known = new Set(living.map((member) => member.email));
  return demoMembers.filter((member) => known.has(member.email)).map(({ email, role }) => `${email} (${role})`);
}

async function seedIfEmpty({ database: { db, driver }, settings, storage, diskSpace }: AppContext) {
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
      if (!(await diskSpace.allowsChanges()))
        throw new Error('The disk is almost full: there is no space for the demo.');
      if (driver === 'embedded') await limitWalSize(tx);
    });
    await addHistories(tx, storage, memberIds);
  });
  await foldOrderCounts(db);
  await db.execute(sql`analyze`);
}

async function addHistories(tx: Transaction, storage: AppContext['storage'], memberIds: readonly number[]) {
  const chance = new SeededRandom(7);
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

interface CompletedOrder {
  chance: SeededRandom;
  order: typeof orders.$inferSelect;
  memberId: number;
  at: number;
  outcome: DemoOutcome;
}

async function addDocument(
  tx: Transaction,
  { storage, chance, order, memberId, at, outcome }: CompletedOrder & { storage: AppContext['storage'] },
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
  { document, chance, order, memberId, at, outcome }: CompletedOrder & { document: { id: number } },
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

interface Downloaded extends Pick<CompletedOrder, 'chance' | 'order' | 'at'> {
  document: { id: number; size: number };
  disputeNumber: number | null;
}

async function addDownload(tx: Transaction, { document, chance, order, at, disputeNumber }: Downloaded) {
  const downloadedAt = new Date(at + 30 * minute);
  // A dispute needs evidence to show.
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
  'Flight number did not exist. Emailed to ask for the right one.',
  'Sent to the government portal, waiting for the answer.',
];

function demoRemark(
  chance: SeededRandom,
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
