import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import { type customerCalls, emptyMessage, trackAgain } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { askingStatuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { Desk } from '../desk/desk.ts';
import { acceptedType, isFileThere, type StoredFile, storeFile } from '../documents/storeFile.ts';
import { readDocument } from '../documents/readDocument.ts';
import type { Customer } from '../http/authorise.ts';
import { addressKey } from '../http/connections.ts';
import { idempotencyKeyOf, keyUsedOtherwise } from '../http/idempotency.ts';
import { type AttemptLimits, insertFailure, readWaits } from '../http/LoginThrottle.ts';
import type { ReceivedFile } from '../http/bodies.ts';
import { Refusal, tooManyAttempts } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { appendHistory, lockOrders } from '../orders/changes/changeQueries.ts';
import { insertMessage, markWritten } from '../orders/messages.ts';
import { findCustomerOrder } from './liveOrder.ts';

type MessageCall = typeof customerCalls.sendMessage;
type Given = Pick<Context<MessageCall>, 'db' | 'ip' | 'headers'> & { customer: Customer };

/** Documents of customers that are looked at: one, so that the staff's never wait for more, and few that wait. */
const readings = new KeyedLimiter({ atOnce: 1, waiting: 5, full: () => tooManyAttempts(2) });

/** Messages of one order: each keeps a place on the disk, whether or not its document ever comes. */
const underWay = new KeyedLimiter({ atOnce: 3, waiting: 0, full: () => tooManyAttempts(5) });

/**
 * Takes what a customer answers: a text, a document, or both. It is kept on the order, which is marked until somebody
 * has dealt with it; nobody is mailed. With the `Idempotency-Key` of a message that was taken it is that message.
 */
export async function sendMessage(
  { orderId, text }: ParsedInput<MessageCall>,
  context: Context<MessageCall>,
  { storage, settings, origin }: Pick<Desk, 'storage' | 'settings'> & { origin: AccessOrigin },
): Promise<Reply<MessageCall>> {
  const { db, customer, ip, files, headers, write } = context;
  if (customer.orderId !== orderId) throw new Refusal(401, trackAgain);
  const file = isFileThere(files.messageFile) ? files.messageFile : null;
  if (text === '' && !file) throw new Refusal(400, emptyMessage, { errors: { text: emptyMessage } });
  const sent = { key: idempotencyKeyOf(headers), digest: digestOf(text, file) };
  const first = await findFirst(db, orderId, sent);
  if (first) return taken(first.id);

  const stored = file && (await storeReadable(file, { orderId, db, ip }, { storage, settings }));
  // From then on a COMMIT may be on its way, and an error does not tell that it was not done.
  let recorded = false;
  try {
    return await write(async (tx) => {
      const id = await record(tx, { orderId, text, stored, sent, ip, origin });
      recorded = true;
      return taken(id);
    });
  } catch (error) {
    // What cannot be removed now is swept.
    if (stored && !recorded) await storage.remove(stored.storageKey).catch(() => {});
    if (error instanceof TakenMeanwhile) return taken(error.id);
    throw error;
  }
}

const taken = (id: number): Reply<MessageCall> => ({
  message: 'We have your answer. A person reads it next.',
  data: { id },
});

/**
 * What speaks against a message before a byte of it is read: nothing is asked of the customer, they wrote too often, or
 * several of theirs are under way. The first two not against one that was taken already. Answers what ends its being
 * under way.
 */
export async function admitMessage({ db, customer: { orderId }, ip, headers }: Given): Promise<() => void> {
  const key = idempotencyKeyOf(headers);
  const order = await findCustomerOrder(db, orderId);
  if (!order) throw new Refusal(401, trackAgain);
  if (key === null || !(await findSentMessage(db, orderId, key))) {
    refuseNotAsked(order.status);
    await refuseTooManyMessages(db, { orderId, address: addressKey(ip) });
  }
  return underWay.hold(orderId);
}

function refuseNotAsked(status: OrderStatus) {
  if ((askingStatuses as readonly OrderStatus[]).includes(status)) return;
  throw new Refusal(409, 'There is nothing that we need from you now. Contact support about anything else.');
}

async function storeReadable(
  file: ReceivedFile,
  { orderId, db, ip }: Pick<Given, 'db' | 'ip'> & { orderId: string },
  { storage, settings }: Pick<Desk, 'storage' | 'settings'>,
): Promise<StoredFile> {
  try {
    const type = await acceptedType(file, settings.maxUploadMb);
    await readings.run(() => readDocument(file, type));
    return await storeFile(db, storage, file, type);
  } catch (error) {
    const isUnreadable = error instanceof Refusal && [413, 415].includes(error.httpStatus);
    if (isUnreadable) await insertFailure(db, { scope: 'message', caller: addressKey(ip), subject: orderId });
    throw error;
  }
}

interface NewMessage {
  orderId: string;
  text: string;
  stored: StoredFile | null;
  sent: Sent;
  ip: string;
  /** On whose site it is written: staff's shell has the page too. */
  origin: AccessOrigin;
}

async function record(tx: Transaction, { orderId, text, stored, sent, ip, origin }: NewMessage): Promise<number> {
  const [order] = await lockOrders(tx, [orderId]);
  if (!order || order.status === 'Deleted') throw new Refusal(401, trackAgain);
  // One at a time of an order from here on: neither the key nor the limits are outrun.
  const first = await findFirst(tx, orderId, sent);
  if (first) throw new TakenMeanwhile(first.id);
  refuseNotAsked(order.status);
  const address = addressKey(ip);
  await refuseTooManyMessages(tx, { orderId, address });
  const keyed = sent.key === null ? {} : { sentKey: sent.key, sentDigest: sent.digest };
  const id = await insertMessage(tx, { orderId, text, address, origin, ...keyed, ...stored });
  await markWritten(tx, orderId);
  const told = text || stored!.originalName;
  const entry = { kind: 'customer', field: 'customer_message', from: null, to: told, origin } as const;
  const version = order.version + 1;
  await appendHistory(tx, [{ ...entry, orderId, version, memberId: null, actionId: randomUUID() }]);
  return id;
}

/** The key of a message, null without one, and what it said. */
interface Sent {
  key: string | null;
  digest: string;
}

class TakenMeanwhile extends Error {
  readonly id: number;

  constructor(id: number) {
    super('This message was taken meanwhile');
    this.id = id;
  }
}

async function findFirst(db: Database, orderId: string, { key, digest }: Sent) {
  const first = key === null ? null : await findSentMessage(db, orderId, key);
  if (first && first.digest !== digest) throw keyUsedOtherwise();
  return first;
}

const digestOf = (text: string, file: ReceivedFile | null) =>
  createHash('sha256')
    .update(JSON.stringify([text, file?.sha256 ?? null]))
    .digest('hex');

/** Messages accepted within a day: for one order, and from one address across orders. */
const messagesADay = { ofOrder: 20, ofAddress: 40 };

/** Rejected documents are limited, because reading one costs as much as reading a good one. */
const refusedDocuments = {
  perCaller: { failures: 10, seconds: 3_600 },
  perSubject: { failures: 10, seconds: 3_600 },
  newStrangers: 0,
} satisfies AttemptLimits;

/**
 * Throws a 429 when an order or an address has to wait before it may send another message. A whole airport may share an
 * address: what others sent from it is held against nobody's first message of the day, nor their first such document.
 */
async function refuseTooManyMessages(db: Database, about: { orderId: string; address: string }) {
  const attempt = { scope: 'message', caller: about.address, subject: about.orderId } as const;
  const { failedHere, caller, subject } = await readWaits(db, attempt, refusedDocuments);
  const wait = Math.max(failedHere ? caller : 0, subject, await readMessageWait(db, about, messagesADay));
  if (wait > 0) throw tooManyMessages(wait);
}

function tooManyMessages(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const left = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return new Refusal(429, `Too many messages came from here. Try again in ${left}.`, {
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  });
}

/**
 * Seconds until an order and an address have sent fewer than so many messages within a day; 0: they have. The address's
 * count for an order that has sent one itself.
 */
async function readMessageWait(
  db: Database,
  { orderId, address }: { orderId: string; address: string },
  { ofOrder, ofAddress }: { ofOrder: number; ofAddress: number },
): Promise<number> {
  const ofThisOrder = and(eq(customerMessages.orderId, orderId), isNull(customerMessages.memberId))!;
  if ((await readWait(db, ofThisOrder, 1)) === 0) return 0;
  const waits = [
    await readWait(db, ofThisOrder, ofOrder),
    await readWait(db, eq(customerMessages.address, address), ofAddress),
  ];
  return Math.max(...waits);
}

async function readWait(db: Database, which: SQL, most: number): Promise<number> {
  const { createdAt } = customerMessages;
  const [last] = await db
    .select({ wait: sql<number>`extract(epoch from ${createdAt} + interval '24 hours' - now())::float8` })
    .from(customerMessages)
    .where(and(which, gt(createdAt, sql`now() - interval '24 hours'`)))
    .orderBy(desc(createdAt))
    .offset(most - 1)
    .limit(1);
  return last?.wait ?? 0;
}

/** The message of an order that came with this `Idempotency-Key`. */
async function findSentMessage(db: Database, orderId: string, key: string) {
  const [sent] = await db
    .select({ id: customerMessages.id, digest: customerMessages.sentDigest })
    .from(customerMessages)
    .where(and(eq(customerMessages.orderId, orderId), eq(customerMessages.sentKey, key)));
  return sent ?? null;
}
