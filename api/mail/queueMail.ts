import { isDeepStrictEqual } from 'node:util';
import { sql, type SQL } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import type { Transaction } from '../db/database.ts';
import { mails, type MemberMailKind } from '../db/schema/mails.ts';
import type { Settings } from '../settings/settings.ts';
import { updateBouncedAddresses } from './recordReport.ts';
import { mailSubject, type OrderMailKind } from './templates/mailText.ts';

export interface MailRequest {
  orderId: string;
  kind: OrderMailKind;
  recipient: string;
  provider: MailServiceProvider;
  documentId?: number | null;
  askedBy: number | null;
  /** Delay during which the mail can be cancelled (rule 12.11). 0 sends at once. */
  waitSeconds?: number;
  /** Default: now. */
  createdAt?: SQL;
}

export interface QueuedMail {
  mailId: number;
  /** Null if the mail is sent at once. */
  dueAt: Date | null;
}

/** A mail about an order requires the order's lock. */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<QueuedMail> {
  const [queued] = await queueMails(tx, [mail], 'single');
  return queued!;
}

type NewMail = Omit<MailRequest, 'orderId' | 'kind'> &
  ({ orderId: string; kind: OrderMailKind } | { orderId: null; memberId: number; kind: MemberMailKind });

/** Returns the mails in the order of the requests. */
export async function queueMails(
  tx: Transaction,
  requests: readonly NewMail[],
  priority: MailPriority,
): Promise<QueuedMail[]> {
  if (!requests.length) return [];
  const { id, kind, provider, documentId, dueAt } = mails;
  const inserted = await tx
    .insert(mails)
    .values(
      requests.map(({ documentId = null, waitSeconds = 0, ...mail }) => ({
        ...mail,
        documentId,
        subject: mail.orderId === null ? null : mailSubject(mail.kind, mail.orderId),
        dueAt: waitSeconds > 0 ? sql`now() + make_interval(secs => ${waitSeconds})` : null,
      })),
    )
    .returning({ id, kind, provider, documentId, dueAt });
  const queued = inserted.toSorted((a, b) => a.id - b.id);
  const orderIds = requests.flatMap(({ orderId }) => orderId ?? []);
  if (orderIds.length > 0) await updateBouncedAddresses(tx, orderIds);
  const boss = bossIn(tx);
  for (const [queue, ofQueue] of Map.groupBy(queued, queueOf)) {
    await boss.insert(
      queue,
      ofQueue.map(({ id, dueAt }) => ({
        id: jobIdOf(id),
        data: { mailId: id } satisfies MailJob,
        priority: priority === 'single' ? 1 : 0,
        ...(dueAt && { startAfter: dueAt }),
      })),
    );
  }
  return queued.map(({ id, dueAt }) => ({ mailId: id, dueAt }));
}

/** The provider if nobody chooses one: AWS, unless only Sendgrid has credentials (rule 12.5). */
export const defaultProvider = ({ mail }: Pick<Settings, 'mail'>): MailServiceProvider =>
  mail.sendgrid && !mail.aws ? 'Sendgrid' : 'AWS';

/** Each provider has a queue for letters and one for mails with a file, so that neither delays the other. */
export const letterQueue = (provider: MailServiceProvider) => `mail-${provider}`;
export const documentQueue = (provider: MailServiceProvider) => `mail-${provider}-documents`;

/** The queue of earlier versions, which may still hold jobs. */
export const legacyMailQueue = 'mail';

/** Dead letter queue for jobs whose last retry failed. */
export const deadLetterQueue = 'mail-abandoned';

export interface MailJob {
  mailId: number;
}

type QueuedRow = Pick<typeof mails.$inferSelect, 'id' | 'provider' | 'kind' | 'documentId'>;

const queueOf = ({ provider, kind, documentId }: QueuedRow) =>
  documentId !== null || kind === 'invoice' ? documentQueue(provider) : letterQueue(provider);

export type MailPriority = 'single' | 'bulk';

const mailQueues = [
  legacyMailQueue,
  ...mailProviders.flatMap((provider) => [letterQueue(provider), documentQueue(provider)]),
];

export async function createMailQueues(boss: PgBoss): Promise<void> {
  const shared = {
    notify: true,
    // The delay doubles from 5 s to an hour, for about a day.
    ...{ retryLimit: 32, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 },
    // The shortest that pg-boss allows, so that jobs of a dead process are soon retried.
    heartbeatSeconds: 10,
    // Long, because a worker holds its mail while the provider pauses calls or the disk is full.
    expireInSeconds: 3_600,
    retentionSeconds: 7 * 24 * 3_600,
    deleteAfterSeconds: 24 * 3_600,
  };
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of [deadLetterQueue, ...mailQueues]) {
    const options = name === deadLetterQueue ? shared : { ...shared, deadLetter: deadLetterQueue };
    const queue = existing.get(name);
    if (!queue) await boss.createQueue(name, options);
    // An update writes to disk even if nothing changes, and the start waits for it.
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options);
  }
}

/** Derived from the mail, so that a queue cannot hold two jobs of one mail. */
const jobIdOf = (mailId: number) => `00000000-0000-8000-8000-${mailId.toString(16).padStart(12, '0')}`;

/** A pg-boss that is never started and only runs its statements in the transaction. */
const bossIn = (tx: Transaction) => new PgBoss({ db: fromDrizzle(tx, sql) });

export async function startMailJobNow(tx: Transaction, mail: QueuedRow): Promise<void> {
  await bossIn(tx).update(queueOf(mail), undefined, { id: jobIdOf(mail.id), startAfter: 0 });
}
