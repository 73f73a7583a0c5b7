import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { maxAttachmentBytes } from 'shared/rules/mailAttachment';
import type { Database } from '../db/database.ts';
import { mails } from '../db/schema/mails.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import {
  abandonMail,
  deliverMail,
  recoverInterruptedCalls,
  type MailDelivery,
  providerRateLimiter,
} from './deliverMail.ts';
import { claimTtlSeconds, mailStatements } from './mailQueries.ts';
import {
  responseTimeoutSeconds,
  interruptedAfterSeconds,
  connectTimeoutSeconds,
  MailFailure,
  renderTimeoutSeconds,
  type MailProvider,
  type RenderedMail,
} from './providers/MailProvider.ts';
import { outboxProvider } from './providers/outboxProvider.ts';
import { queueMail } from './queueMail.ts';
import type { OrderMailKind } from './templates/mailText.ts';

onOneDriver((api) => {
  /** Adds a queued mail without a job, so that no worker takes it. */
  async function waitingMail(kind: OrderMailKind = 'refund'): Promise<number> {
    const orderId = await addOrder(api(), { firstName: 'Mere' });
    const mail = { orderId, kind, recipient: 'mere@example.com', provider: 'AWS' } as const;
    const [row] = await api().context.database.db.insert(mails).values(mail).returning();
    return row!.id;
  }

  /** Delivery by a provider that calls `send` and records its mails. */
  function deliveryBy(
    send: (mail: RenderedMail) => Promise<{ messageId: string | null }>,
    repeatable = false,
    read = async (_mail: RenderedMail): Promise<unknown> => null,
  ) {
    const sent: RenderedMail[] = [];
    const logged: unknown[][] = [];
    const provider: MailProvider = {
      repeatable,
      prepare: async (mail) => {
        await read(mail);
        return () => {
          sent.push(mail);
          return send(mail);
        };
      },
    };
    const { settings, storage, database } = api().context;
    const { db } = database;
    const providers = { AWS: provider, Sendgrid: provider };
    const delivery: MailDelivery = {
      db,
      storage,
      settings,
      providers,
      statements: mailStatements({ db, providers, settings }),
      rateLimiters: { AWS: providerRateLimiter(null), Sendgrid: providerRateLimiter(null) },
      attachInvoice: () => Promise.reject(new Error('There is none here')),
      log: { error: (...line: unknown[]) => void logged.push(line) },
    };
    return { delivery, sent, logged };
  }

  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const endReadingAfter = (ms: number) => vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(ms));
  afterEach(() => vi.restoreAllMocks());

  const taken = async () => ({ messageId: null });
  const failing = (error: Error) => () => Promise.reject(error);

  test('a mail queued in a failed transaction is never sent', async () => {
    const orderId = await addOrder(api());
    const { db } = api().context.database;
    const mail = { orderId, kind: 'refund', recipient: 'mere@example.com', provider: 'AWS', askedBy: null } as const;
    await expect(
      db.transaction(async (tx) => {
        await queueMail(tx, mail);
        throw new Error('something else went wrong');
      }),
    ).rejects.toThrow('something else');
    await expect(db.select().from(mails).where(eq(mails.orderId, orderId))).resolves.toEqual([]);
    const { rows } = await db.execute(sql`select count(*)::int as n from pgboss.job where state < 'completed'`);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('a mail has the data of its customer and order, and links to its landing domain', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(taken);
    await deliverMail(delivery, id);
    const { orderId } = (await read(id))!;
    expect(sent[0]).toMatchObject({
      to: 'mere@example.com',
      replyTo: `${orderId}@example.com`,
      subject: `Your refund for order ${orderId}`,
      attachment: null,
    });
    for (const format of ['text', 'html'] as const) {
      expect(sent[0]![format]).toContain('Hello Mere,');
      expect(sent[0]![format]).toContain(`http://localhost:4100/track-order/${orderId}`);
      for (const page of ['contact-us', 'terms-and-conditions', 'privacy-policy', 'refund-policy']) {
        expect(sent[0]![format]).toContain(`https://declaration.example.com/${page}`);
      }
    }
    await expect(read(id)).resolves.toMatchObject({
      state: 'sent',
      sentAt: expect.any(Date),
      messageId: sent[0]!.messageId,
    });
  });

  test('an invoice whose PDF fails temporarily is sent later', async () => {
    const id = await waitingMail('invoice');
    const { delivery, sent, logged } = deliveryBy(taken);
    await expect(deliverMail(delivery, id)).rejects.toThrow('The email could not be created.');
    expect(logged).toEqual([
      [{ err: new Error('There is none here'), mailId: id, kind: 'invoice' }, 'mail could not be rendered'],
    ]);
    await expect(read(id)).resolves.toMatchObject({ state: 'queued', callBegunAt: null });
    const attachment = { filename: 'Invoice 1042.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') };
    await deliverMail({ ...delivery, attachInvoice: async () => attachment }, id);
    expect(sent).toMatchObject([{ attachment, subject: expect.stringMatching(/^Your invoice for order/) }]);
    await expect(read(id)).resolves.toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('an invoice whose PDF can never be made fails with a reason, and the cause is logged once', async () => {
    const id = await waitingMail('invoice');
    const { delivery, sent, logged } = deliveryBy(taken);
    const cause = new Error('expected content, found none');
    const attachInvoice = failing(new MailFailure('refused', 'The invoice PDF could not be created.', { cause }));
    await deliverMail({ ...delivery, attachInvoice }, id);
    expect(sent).toEqual([]);
    await expect(read(id)).resolves.toMatchObject({
      state: 'failed',
      reason: 'The invoice PDF could not be created.',
      attempts: 0,
    });
    expect(logged).toEqual([[{ err: cause, mailId: id, kind: 'invoice' }, 'mail could not be rendered']]);
  });

  test('waiting for an invoice’s PDF ends after the same time as for a document', async () => {
    const id = await waitingMail('invoice');
    const { delivery, sent } = deliveryBy(taken);
    const never = () => new Promise<never>(() => {});
    endReadingAfter(50);
    await expect(deliverMail({ ...delivery, attachInvoice: never }, id)).rejects.toThrow('could not be created');
    expect(sent).toEqual([]);
  });

  test('two workers with the same mail send it once', async () => {
    const id = await waitingMail();
    let answer!: (value: { messageId: null }) => void;
    const { delivery, sent } = deliveryBy(() => new Promise((resolve) => (answer = resolve)));
    const first = deliverMail(delivery, id);
    await expect(Promise.race([first, eventually(() => sent.length > 0)])).resolves.toBeUndefined();
    await expect(deliverMail(delivery, id)).rejects.toThrow('Another worker');
    answer({ messageId: null });
    await first;
    await deliverMail(delivery, id);
    expect(sent).toHaveLength(1);
    await expect(read(id)).resolves.toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('a mail with two concurrent jobs is sent once', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(taken);
    const ended = await Promise.allSettled([deliverMail(delivery, id), deliverMail(delivery, id)]);
    expect(ended.map(({ status }) => status)).toContain('fulfilled');
    expect(sent).toHaveLength(1);
    await expect(read(id)).resolves.toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('a mail is claimed only after its attachment has been read', async () => {
    const id = await waitingMail();
    const { delivery } = deliveryBy(taken, false, async () => {
      await expect(read(id)).resolves.toMatchObject({ callBegunAt: null, attempts: 0 });
    });
    await deliverMail(delivery, id);
    await expect(read(id)).resolves.toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('a stop while an attachment is read leaves the mail queued, without a call', async () => {
    const id = await waitingMail();
    const stopping = new AbortController();
    const { delivery, sent, logged } = deliveryBy(taken, false, () => {
      stopping.abort();
      return new Promise(() => {});
    });
    await expect(deliverMail(delivery, id, { stopped: stopping.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect([sent, logged]).toEqual([[], []]);
    await expect(read(id)).resolves.toMatchObject({ state: 'queued', callBegunAt: null, attempts: 0, reason: null });
  });

  test('a stop while a mail waits for the rate limit leaves it queued, without a call', async () => {
    const id = await waitingMail();
    const prepared = Promise.withResolvers<void>();
    const { delivery, sent } = deliveryBy(taken, false, async () => prepared.resolve());
    delivery.rateLimiters.AWS.pause(600);
    const stopping = new AbortController();
    const delivered = deliverMail(delivery, id, { stopped: stopping.signal });
    await prepared.promise;
    stopping.abort();
    await expect(delivered).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toEqual([]);
    await expect(read(id)).resolves.toMatchObject({ state: 'queued', callBegunAt: null, attempts: 0, reason: null });
  });

  test('a mail that always gets "too many" is tried six times, and then its job is retried later', async () => {
    const id = await waitingMail();
    const slower = new MailFailure('tooMany', 'Amazon SES: Slow down.');
    const { delivery, sent } = deliveryBy(failing(slower));
    let pauses = 0;
    const rateLimiters = {
      ...delivery.rateLimiters,
      AWS: { ...delivery.rateLimiters.AWS, pause: () => void (pauses += 1) },
    };
    await expect(deliverMail({ ...delivery, rateLimiters }, id)).rejects.toBe(slower);
    expect([sent.length, pauses]).toEqual([6, 6]);
    await expect(read(id)).resolves.toMatchObject({
      state: 'queued',
      callBegunAt: null,
      reason: 'Amazon SES: Slow down.',
    });
  });

  test('a mail cancelled while its attachment is read is not sent', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(taken, false, () =>
      db().update(mails).set({ state: 'cancelled' }).where(eq(mails.id, id)),
    );
    await deliverMail(delivery, id);
    expect(sent).toEqual([]);
  });

  test('a repeatable call is taken over once its worker counts as dead', async () => {
    const id = await waitingMail();
    const { delivery } = deliveryBy(taken, true);
    await begin(id, claimTtlSeconds - 5);
    await expect(deliverMail(delivery, id)).rejects.toThrow('Another worker');
    await begin(id, claimTtlSeconds + 1);
    await deliverMail(delivery, id);
    await expect(read(id)).resolves.toMatchObject({ state: 'sent' });
  });

  test('a refusal is recorded with its reason and not retried', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(failing(new MailFailure('refused', 'Amazon SES: Address does not exist.')));
    await deliverMail(delivery, id);
    await deliverMail(delivery, id);
    expect(sent).toHaveLength(1);
    await expect(read(id)).resolves.toMatchObject({ state: 'failed', reason: 'Amazon SES: Address does not exist.' });
  });

  test('a mail that the provider did not accept is retried with the same Message-ID, and sent', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(async () => {
      if (sent.length === 1) throw new MailFailure('notTaken', 'Amazon SES: Slow down.');
      return { messageId: 'its-own-id' };
    });
    await expect(deliverMail(delivery, id)).rejects.toThrow('Slow down');
    await expect(read(id)).resolves.toMatchObject({
      state: 'queued',
      reason: 'Amazon SES: Slow down.',
      callBegunAt: null,
    });
    await deliverMail(delivery, id);
    expect(sent[1]!.messageId).toBe(sent[0]!.messageId);
    await expect(read(id)).resolves.toMatchObject({
      state: 'sent',
      reason: null,
      attempts: 2,
      messageId: 'its-own-id',
    });
  });

  test('a missing response makes the mail unknown, and it is not resent', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(failing(new Error('socket hang up')));
    await deliverMail(delivery, id);
    await deliverMail(delivery, id);
    expect(sent).toHaveLength(1);
    await expect(read(id)).resolves.toMatchObject({
      state: 'unknown',
      reason: 'The provider did not respond. Check before you resend.',
    });
  });

  test('a call interrupted by a crash makes the mail unknown once no call can last that long', async () => {
    const id = await waitingMail();
    const { delivery, sent } = deliveryBy(taken);
    await begin(id, interruptedAfterSeconds - 30);
    await expect(deliverMail(delivery, id)).rejects.toThrow('Another worker');
    await expect(read(id)).resolves.toMatchObject({ state: 'queued' });
    await begin(id, interruptedAfterSeconds + 30);
    await deliverMail(delivery, id);
    expect(sent).toHaveLength(0);
    await expect(read(id)).resolves.toMatchObject({
      state: 'unknown',
      reason: 'Sending was interrupted. Check before you resend.',
    });
  });

  test('when the only process starts, calls in progress count as interrupted; repeatable ones are retried', async () => {
    const [once, repeatable] = [await waitingMail(), await waitingMail()];
    await begin(once, 0);
    await recoverInterruptedCalls(deliveryBy(taken).delivery);
    await expect(read(once)).resolves.toMatchObject({ state: 'unknown' });
    await begin(repeatable, 0);
    const { delivery } = deliveryBy(taken, true);
    await recoverInterruptedCalls(delivery);
    await deliverMail(delivery, repeatable);
    await expect(read(repeatable)).resolves.toMatchObject({ state: 'sent' });
  });

  test('a mail that was retried for a day fails with its last reason', async () => {
    const id = await waitingMail();
    const { delivery } = deliveryBy(failing(new MailFailure('notTaken', 'SendGrid could not be reached.')));
    await expect(deliverMail(delivery, id)).rejects.toThrow();
    await abandonMail(delivery, id);
    await expect(read(id)).resolves.toMatchObject({
      state: 'failed',
      reason: 'SendGrid could not be reached. We gave up after a day.',
    });
  });

  /** A mail with a document, whose file is not stored. */
  async function mailWithDocument(bytes = 1): Promise<number> {
    const id = await waitingMail('approval');
    const { orderId } = (await read(id))!;
    await db()
      .execute(sql`insert into documents (order_id, file1, customer_name, original_name, content_type, size, sha256, storage_key)
      values (${orderId}, ${`gone-${id}.pdf`}, '', '', 'application/pdf', ${bytes}, '', ${`gone-${id}.pdf`})`);
    await db().execute(sql`update mails set document_id = (select max(id) from documents) where id = ${id}`);
    return id;
  }

  test('a missing document fails the mail before its call', async () => {
    const id = await mailWithDocument();
    const { delivery, sent } = deliveryBy(taken);
    await deliverMail(delivery, id);
    expect(sent).toHaveLength(0);
    await expect(read(id)).resolves.toMatchObject({
      state: 'failed',
      reason: 'This document’s file is missing. Upload it again.',
    });
  });

  test('a document withdrawn after queueing fails the mail before its call', async () => {
    const id = await mailWithDocument();
    await db().execute(sql`update documents set withdrawn_at = now() where id = (select max(id) from documents)`);
    const { delivery, sent } = deliveryBy(taken);
    await deliverMail(delivery, id);
    expect(sent).toHaveLength(0);
    await expect(read(id)).resolves.toMatchObject({ state: 'failed', reason: 'Its document was withdrawn.' });
  });

  test.each([
    [maxAttachmentBytes, true],
    [maxAttachmentBytes + 1, false],
  ])('a document of %i bytes is attached: %s; the mail says so and always links to it', async (bytes, attached) => {
    const id = await mailWithDocument(bytes);
    const { delivery, sent } = deliveryBy(taken);
    const get = async () => Readable.from([Buffer.from('%PDF-1.7')]);
    const storage: DocumentStorage = { ...api().context.storage, head: async () => bytes, get };
    await deliverMail({ ...delivery, storage }, id);
    expect(sent).toHaveLength(1);
    const { attachment, text, orderId } = sent[0]!;
    expect([attachment !== null, text.includes('It is attached')]).toEqual([attached, attached]);
    expect(text).toContain(`http://localhost:4100/track-order/${orderId}`);
  });

  test.each(['head', 'get', 'stream'])('a storage that hangs at the %s does not block a mail forever', async (part) => {
    const id = await mailWithDocument();
    const silent = new Promise<never>(() => {});
    const silentStream = new Readable({ read() {} });
    const { delivery } = deliveryBy(taken);
    const storage: DocumentStorage = {
      ...api().context.storage,
      head: () => (part === 'head' ? silent : Promise.resolve(3)),
      get: () => (part === 'get' ? silent : Promise.resolve(silentStream)),
    };
    endReadingAfter(200);
    await expect(deliverMail({ ...delivery, storage }, id)).rejects.toMatchObject({ outcome: 'notTaken' });
    await expect(read(id)).resolves.toMatchObject({ state: 'queued', callBegunAt: null });
    expect(silentStream.destroyed).toBe(part === 'stream');
  });

  test('a document that cannot be read completely delays its mail before the call', async () => {
    const id = await mailWithDocument();
    const { delivery, sent } = deliveryBy(taken);
    const breaking = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('%PDF-1.7');
          throw new Error('the disk broke');
        })(),
      );
    const storage: DocumentStorage = { ...api().context.storage, head: async () => 3, get: breaking };
    await expect(deliverMail({ ...delivery, storage }, id)).rejects.toMatchObject({ outcome: 'notTaken' });
    expect(sent).toEqual([]);
    await expect(read(id)).resolves.toMatchObject({ state: 'queued', callBegunAt: null });
  });

  test('a job’s time limit exceeds that of its call, which exceeds the sum of its steps', async () => {
    const parts = connectTimeoutSeconds + responseTimeoutSeconds;
    const { rows } = await db().execute<{ expires: number }>(
      sql`select expire_seconds as expires from pgboss.queue where name like 'mail-%'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { expires } of rows) {
      expect(interruptedAfterSeconds).toBeGreaterThan(parts);
      expect(expires).toBeGreaterThan(renderTimeoutSeconds + interruptedAfterSeconds);
    }
  });

  const db = (): Database => api().context.database.db;
  const read = async (id: number) => (await db().select().from(mails).where(eq(mails.id, id)))[0];
  /** Leaves the mail as if a process had died during its call to the provider. */
  const begin = (id: number, secondsAgo: number) =>
    db().execute(sql`update mails set call_begun_at = now() - make_interval(secs => ${secondsAgo}) where id = ${id}`);
});

test('the outbox writes the same mail to the same file', async () => {
  const { renderedMail } = await import('../testing/mail/renderedMail.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  const outbox = outboxProvider(folder);
  for (const call of [await outbox.prepare(renderedMail), await outbox.prepare(renderedMail)]) await call();
  await expect(readdir(folder)).resolves.toEqual(['100471-42.eml']);
  await rm(folder, { recursive: true });
});

async function eventually(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
