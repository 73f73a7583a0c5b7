import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { type customerCalls, emptyMessageError, trackingExpired } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { questionStatuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { secondsUntilFewer } from '../db/secondsUntilFewer.ts';
import type { AppContext } from '../context/AppContext.ts';
import { acceptedType, hasFile, storeFile } from '../documents/documentFiles.ts';
import { readDocument } from '../documents/readDocument.ts';
import type { Customer } from '../http/authorise.ts';
import { addressKey } from '../http/connections.ts';
import { idempotencyKeyOf, idempotencyKeyReused } from '../http/idempotency.ts';
import { type AttemptLimits, insertFailure, readRetryAfter } from '../http/AttemptThrottle.ts';
import type { ReceivedFile } from '../http/bodies.ts';
import { HttpError, tooMany, tooManyAttempts } from '../http/HttpError.ts';
import type { Context, Handler, Reply } from '../http/serve.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { appendHistory, lockOrders } from '../orders/changes/orderChanges.ts';
import { insertMessage, markWritten } from '../orders/messages.ts';
import { findCustomerOrder } from './liveOrder.ts';

type MessageCall = typeof customerCalls.sendMessage;
type Given = Pick<Context<MessageCall>, 'db' | 'ip' | 'headers'> & { customer: Customer };

/** Reads customers' documents one at a time, so that staff's documents wait for at most one of them. */
const readings = new KeyedLimiter({ concurrency: 1, maxWaiting: 5, full: () => tooManyAttempts(2) });

/** Limits concurrent messages per order, because each reserves disk space before its document arrives. */
const messageLimiter = new KeyedLimiter({ concurrency: 3, maxWaiting: 0, full: () => tooManyAttempts(5) });

/** Flags the order until staff handle the message. A repeated `Idempotency-Key` returns the first message's id. */
export const sendMessage: Handler<MessageCall, [AppContext & { origin: AccessOrigin }]> = async (
  { orderId, text },
  context,
  { storage, settings, origin },
) => {
  const { db, customer, ip, files, headers, write } = context;
  if (customer.orderId !== orderId) throw new HttpError(401, trackingExpired);
  const file = hasFile(files.messageFile) ? files.messageFile : null;
  if (text === '' && !file) throw new HttpError(400, emptyMessageError, { errors: { text: emptyMessageError } });
  const sent = { key: idempotencyKeyOf(headers), digest: digestOf(text, file) };
  const first = await findFirst(db, orderId, sent);
  if (first) return taken(first.id);

  const stored = file && (await storeReadable(file, { orderId, db, ip }, { storage, settings }));
  // Becomes true before the COMMIT: even if the COMMIT fails, the row may exist, so the file must be kept.
  let recorded = false;
  try {
    return await write(async (tx) => {
      const [order] = await lockOrders(tx, [orderId]);
      if (!order || order.status === 'Deleted') throw new HttpError(401, trackingExpired);
      // The order is now locked, so no concurrent message can use the same key or exceed the order's limit.
      const meanwhile = await findFirst(tx, orderId, sent);
      if (meanwhile) return taken(meanwhile.id);
      assertQuestionOpen(order.status);
      const address = addressKey(ip);
      await assertMessageQuota(tx, { orderId, address });
      const keyed = sent.key === null ? {} : { sentKey: sent.key, sentDigest: sent.digest };
      const id = await insertMessage(tx, { orderId, text, address, origin, ...keyed, ...stored });
      await markWritten(tx, orderId);
      const textOrFileName = text || stored!.originalName;
      const entry = { kind: 'customer', field: 'customer_message', from: null, to: textOrFileName, origin } as const;
      const version = order.version + 1;
      await appendHistory(tx, [{ ...entry, orderId, version, memberId: null, actionId: randomUUID() }]);
      recorded = true;
      return taken(id);
    });
  } finally {
    // If this fails, `sweepDocuments` removes the file later.
    if (stored && !recorded) await storage.remove(stored.storageKey).catch(() => {});
  }
};

const taken = (id: number): Reply<MessageCall> => ({
  message: 'We’ve received your answer. Someone on our team will read it soon.',
  data: { id },
});

/** Checks a message before its body is read. Returns a function that releases its place in the limiter. */
export async function reserveMessageSlot({ db, customer: { orderId }, ip, headers }: Given): Promise<() => void> {
  const key = idempotencyKeyOf(headers);
  const order = await findCustomerOrder(db, orderId);
  if (!order) throw new HttpError(401, trackingExpired);
  if (key === null || !(await findSentMessage(db, orderId, key))) {
    assertQuestionOpen(order.status);
    await assertMessageQuota(db, { orderId, address: addressKey(ip) });
  }
  return messageLimiter.hold(orderId);
}

function assertQuestionOpen(status: OrderStatus) {
  if ((questionStatuses as readonly OrderStatus[]).includes(status)) return;
  throw new HttpError(409, 'We don’t need anything from you right now. For anything else, contact support.');
}

async function storeReadable(
  file: ReceivedFile,
  { orderId, db, ip }: Pick<Given, 'db' | 'ip'> & { orderId: string },
  { storage, settings }: Pick<AppContext, 'storage' | 'settings'>,
) {
  try {
    const type = await acceptedType(file, settings.maxUploadMb);
    await readings.run(() => readDocument(file, type));
    return await storeFile(db, storage, file, type);
  } catch (error) {
    const isUnreadable = error instanceof HttpError && [413, 415].includes(error.httpStatus);
    if (isUnreadable) await insertFailure(db, { scope: 'message', caller: addressKey(ip), subject: orderId });
    throw error;
  }
}

/** The message already received with this key, or null. Throws if the key came with other content. */
async function findFirst(db: Database, orderId: string, { key, digest }: { key: string | null; digest: string }) {
  const first = key === null ? null : await findSentMessage(db, orderId, key);
  if (first && first.digest !== digest) throw idempotencyKeyReused();
  return first;
}

const digestOf = (text: string, file: ReceivedFile | null) =>
  createHash('sha256')
    .update(JSON.stringify([text, file?.sha256 ?? null]))
    .digest('hex');

const messagesADay = { perOrder: 20, perAddress: 40 };

/** Limits refused documents too, because reading one costs as much as reading an accepted one. */
const refusedDocuments = {
  perCaller: { failures: 10, seconds: 3_600 },
  perSubject: { failures: 10, seconds: 3_600 },
  extraUnknownCallers: 0,
} satisfies AttemptLimits;

/**
 * Throws 429. Travellers may share an address, so other orders' messages never stop an order's first message of the
 * day.
 */
async function assertMessageQuota(db: Database, { orderId, address }: { orderId: string; address: string }) {
  const attempt = { scope: 'message', caller: address, subject: orderId } as const;
  const { failedHere, caller, subject } = await readRetryAfter(db, attempt, refusedDocuments);
  const untilFewer = (which: SQL | undefined, max: number) =>
    secondsUntilFewer(db, { at: customerMessages.createdAt, which, max, seconds: 86_400 });
  const ofOrder = and(eq(customerMessages.orderId, orderId), isNull(customerMessages.memberId));
  const isFirst = (await untilFewer(ofOrder, 1)) === 0;
  const waits = isFirst
    ? []
    : [
        await untilFewer(ofOrder, messagesADay.perOrder),
        await untilFewer(eq(customerMessages.address, address), messagesADay.perAddress),
      ];
  const wait = Math.max(failedHere ? caller : 0, subject, ...waits);
  if (wait > 0) throw tooMany('Too many messages have been sent.', wait);
}

async function findSentMessage(db: Database, orderId: string, key: string) {
  const [sent] = await db
    .select({ id: customerMessages.id, digest: customerMessages.sentDigest })
    .from(customerMessages)
    .where(and(eq(customerMessages.orderId, orderId), eq(customerMessages.sentKey, key)));
  return sent ?? null;
}
