import { eq } from 'drizzle-orm';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { readLedger } from '../ledger/ledger.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { claimMails, markSent } from './mailQueries.ts';
import { recordReport, reportedState, type MailEventType, type MailReport } from './recordReport.ts';
import { queueMail } from './queueMail.ts';
import { cancelQueuedMail } from './waitingMails.ts';

let eventNumber = 0;

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const read = async (id: number) => (await db().select().from(mails).where(eq(mails.id, id)))[0]!;
  const bouncedAddress = async (orderId: string) =>
    (await db().select().from(orders).where(eq(orders.orderId, orderId)))[0]!.bouncedAddress;

  /** Adds a sent mail, by default of a new order. */
  async function sentMail(given: Partial<typeof mails.$inferInsert> = {}) {
    const orderId = given.orderId ?? (await addOrder(api()));
    const sent = { kind: 'approval', recipient: 'mere@example.com', provider: 'AWS', state: 'sent' } as const;
    const [mail] = await db()
      .insert(mails)
      .values({ ...sent, orderId, callBegunAt: new Date(), messageId: `ses-${++eventNumber}`, ...given })
      .returning();
    return { ...mail!, orderId };
  }

  const report = (mail: typeof mails.$inferSelect, given: Partial<MailReport> = {}): MailReport => ({
    provider: mail.provider,
    eventId: `event ${++eventNumber}`,
    type: 'delivered',
    at: new Date(),
    reason: null,
    mailId: mail.id,
    messageId: null,
    recipients: [mail.recipient],
    ...given,
  });
  const note = (mail: typeof mails.$inferSelect, given: Partial<MailReport> = {}) =>
    recordReport(db(), report(mail, given));

  /** Queues a mail that waits for an hour. */
  async function ask(orderId: string, recipient: string): Promise<number> {
    const mail = { orderId, kind: 'approval', recipient, provider: 'AWS', askedBy: null, waitSeconds: 3_600 } as const;
    return (await db().transaction((tx) => queueMail(tx, mail))).mailId;
  }

  test('a report finds its mail by the passed id, otherwise by the message id', async () => {
    const [named, known] = [await sentMail(), await sentMail()];
    await expect(note(named)).resolves.toBe(true);
    await expect(note(known, { mailId: null, messageId: known.messageId })).resolves.toBe(true);
    await expect(read(named.id)).resolves.toMatchObject({ state: 'delivered' });
    await expect(read(known.id)).resolves.toMatchObject({ state: 'delivered' });
  });

  test('a report for another installation’s mail with the same id changes nothing', async () => {
    const mail = await sentMail();
    await expect(note(mail, { recipients: ['other@example.com'] })).resolves.toBe(false);
    await expect(note(mail, { provider: 'Sendgrid' })).resolves.toBe(false);
    await expect(note(mail, { mailId: 2_000_000_000 })).resolves.toBe(false);
    await expect(note(mail, { mailId: null })).resolves.toBe(false);
    await expect(read(mail.id)).resolves.toMatchObject({ state: 'sent' });
    // Addresses are compared without case.
    await expect(note(mail, { recipients: ['Mere@Example.com'] })).resolves.toBe(true);
  });

  test('repeated and reordered reports have the same result', async () => {
    const types = ['delivered', 'opened', 'bounced'] as const;
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const mail = await sentMail();
      const reports = types.map((type) => report(mail, { type, reason: type === 'bounced' ? 'no such user' : null }));
      for (const n of [...order, ...order.toReversed()]) await recordReport(db(), reports[n]!);
      await expect(read(mail.id)).resolves.toMatchObject({ state: 'bounced', reason: 'no such user' });
      await expect(db().$count(mailEvents, eq(mailEvents.mailId, mail.id))).resolves.toBe(3);
      await expect(bouncedAddress(mail.orderId)).resolves.toBe('mere@example.com');
    }
  });

  test('a report for a mail to a member concerns no order', async () => {
    const link = {
      orderId: null,
      memberId: api().memberIds.Team,
      kind: 'password',
      recipient: 'team@demo.test',
    } as const;
    const sent = { provider: 'AWS', state: 'sent', callBegunAt: new Date() } as const;
    const [mail] = await db()
      .insert(mails)
      .values({ ...link, ...sent })
      .returning();
    await expect(note(mail!, { type: 'bounced', reason: 'no such user' })).resolves.toBe(true);
    await expect(read(mail!.id)).resolves.toMatchObject({ state: 'bounced', reason: 'no such user' });
  });

  test('two concurrent copies of a report are recorded once', async () => {
    const mail = await sentMail();
    const bounce = report(mail, { type: 'bounced' });
    await Promise.all(Array.from({ length: 10 }, () => recordReport(db(), bounce)));
    await expect(db().$count(mailEvents, eq(mailEvents.mailId, mail.id))).resolves.toBe(1);
  });

  test('at most ten opens a day and a hundred in all are kept; all are accepted, and other reports kept', async () => {
    const mail = await sentMail();
    const flood = async () => {
      const opens = Array.from({ length: 30 }, () => note(mail, { type: 'opened' }));
      expect(new Set(await Promise.all(opens))).toEqual(new Set([true]));
    };
    const kept = () => db().$count(mailEvents, eq(mailEvents.mailId, mail.id));
    const entries = async () =>
      (await readLedger(db(), mail.orderId)).entries.filter(({ kind }) => kind === 'mailEvent').length;
    await flood();
    expect([await kept(), await entries()]).toEqual([10, 10]);
    await note(mail, { type: 'bounced', reason: 'no such user' });
    await expect(read(mail.id)).resolves.toMatchObject({ state: 'bounced' });
    // More reports are kept on the next day, but only up to `inAll`.
    const other = await sentMail();
    const dayBefore = Array.from({ length: 95 }, (_, n) => ({
      ...{ mailId: other.id, type: 'opened' as const, eventId: `old ${other.id} ${n}` },
      ...{ at: new Date(), receivedAt: new Date(Date.now() - 25 * 3_600_000) },
    }));
    await db().insert(mailEvents).values(dayBefore);
    for (let n = 0; n < 12; n += 1) await note(other, { type: 'opened' });
    expect(await db().$count(mailEvents, eq(mailEvents.mailId, other.id))).toBe(100);
  });

  test('a report that arrives before the response to the call is kept', async () => {
    const { id, ...mail } = await sentMail({ state: 'queued', callBegunAt: null });
    await claimMails(db(), [{ id, messageId: '<1@example.com>' }]);
    await note({ id, ...mail });
    await markSent(db(), id, 'the id of the provider');
    await expect(read(id)).resolves.toMatchObject({ state: 'delivered', messageId: 'the id of the provider' });
  });

  test('a report resolves the state of an unknown mail', async () => {
    const mail = await sentMail({ state: 'unknown', reason: 'The provider did not answer.' });
    await note(mail);
    await expect(read(mail.id)).resolves.toMatchObject({ state: 'delivered', reason: null });
  });

  test('a delay changes neither state nor address; its reason is shown until the next report', async () => {
    const mail = await sentMail();
    await note(mail, { type: 'delayed', reason: 'Amazon SES: mailbox full' });
    await expect(read(mail.id)).resolves.toMatchObject({ state: 'sent', reason: 'Amazon SES: mailbox full' });
    await expect(bouncedAddress(mail.orderId)).resolves.toBeNull();
    await note(mail);
    await note(mail, { type: 'delayed', reason: 'Amazon SES: mailbox full' });
    await expect(read(mail.id)).resolves.toMatchObject({ state: 'delivered', reason: null });
  });

  test.each(['bounced', 'complained'] as const)(
    'an address with the report "%s" is marked until a mail to another address is requested',
    async (type) => {
      const mail = await sentMail();
      await note(mail, { type });
      await expect(bouncedAddress(mail.orderId)).resolves.toBe('mere@example.com');
      await ask(mail.orderId, 'Mere@example.com');
      await expect(bouncedAddress(mail.orderId)).resolves.toBe('Mere@example.com');
      const other = await ask(mail.orderId, 'mere.tane@example.com');
      await expect(bouncedAddress(mail.orderId)).resolves.toBeNull();
      // A cancelled mail has reached nobody.
      await db().transaction((tx) => cancelQueuedMail(tx, other));
      await expect(bouncedAddress(mail.orderId)).resolves.toBe('Mere@example.com');
    },
  );

  test('a bounce of an old mail does not mark an order whose newest mail has another address', async () => {
    const mail = await sentMail();
    await ask(mail.orderId, 'mere.tane@example.com');
    await note(mail, { type: 'bounced' });
    await expect(bouncedAddress(mail.orderId)).resolves.toBeNull();
  });

  test('a later delivery to the address clears the mark', async () => {
    const mail = await sentMail();
    await note(mail, { type: 'bounced' });
    const later = await sentMail({ orderId: mail.orderId });
    await note(later);
    await expect(bouncedAddress(mail.orderId)).resolves.toBeNull();
  });

  test('queueing a mail while a bounce is recorded gives the same mark as one after the other', async () => {
    for (let n = 0; n < 10; n++) {
      const mail = await sentMail();
      const asking = db().transaction(async (tx) => {
        await tx.select().from(orders).where(eq(orders.orderId, mail.orderId)).for('update');
        const about = { orderId: mail.orderId, kind: 'approval', provider: 'AWS', askedBy: null } as const;
        await queueMail(tx, { ...about, recipient: 'mere.tane@example.com', waitSeconds: 3_600 });
      });
      await Promise.all([asking, note(mail, { type: 'bounced' })]);
      await expect(bouncedAddress(mail.orderId)).resolves.toBeNull();
    }
  });
});

const told = (type: MailEventType, second = 0, reason: string | null = null) => ({
  type,
  at: new Date(Date.UTC(2026, 10, 21, 10, 0, second)),
  // Reversed, so that reports of one kind sort differently by id than by time.
  eventId: `${type} ${60 - second}`,
  reason,
});

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, n) => permutations(all.toSpliced(n, 1)).map((rest) => [one, ...rest]));
}

test('without reports there is no state', () => {
  expect(reportedState([])).toBeNull();
});

test.each<[MailEventType[], MailEventType]>([
  [['delivered'], 'delivered'],
  [['opened'], 'opened'],
  [['bounced'], 'bounced'],
  [['complained'], 'complained'],
  [['delivered', 'opened'], 'opened'],
  [['delivered', 'bounced'], 'bounced'],
  [['opened', 'bounced'], 'bounced'],
  [['delivered', 'opened', 'complained'], 'complained'],
  [['bounced', 'complained'], 'complained'],
  [['delivered', 'opened', 'bounced', 'complained'], 'complained'],
])('%j in any order is %s', (types, state) => {
  for (const order of permutations(types.map((type) => told(type)))) expect(reportedState(order)?.state).toBe(state);
});

test('the reason is that of the newest event of the last kind, in any order', () => {
  const events = [
    told('delivered', 9, 'taken'),
    told('bounced', 1, 'full'),
    told('bounced', 5, 'no such user'),
    told('bounced', 3, 'later'),
    told('opened', 8),
  ];
  for (const order of permutations(events)) {
    expect(reportedState(order)).toEqual({ state: 'bounced', reason: 'no such user' });
  }
});
