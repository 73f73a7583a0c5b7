import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import { mails, type MemberMailKind } from '../db/schema/mails.ts';
import type { Settings } from '../settings/settings.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';
import type { OpenedMail } from './mailQueries.ts';
import { mailSubject, type OrderMailKind } from './templates/mailText.ts';

/** A mail that a change asks for. */
export interface MailRequest {
  orderId: string;
  kind: OrderMailKind;
  recipient: string;
  provider: MailServiceProvider;
  /** The document to attach. */
  documentId?: number | null;
  /** The member who asked for it; null: the product itself did. */
  askedBy: number | null;
  /** For so many seconds it waits and can be taken back (rules 12.11); 0 and left out: it goes at once. */
  waitSeconds?: number;
}

/** A mail that was asked for. */
export interface QueuedMail {
  /** Of its row in the mail history. */
  mailId: number;
  /** When it goes; null: at once. */
  dueAt: Date | null;
}

/**
 * Asks for a mail in the transaction of the change that wants it: both are there after a crash, or neither. The caller
 * has locked its order.
 */
export async function queueMail(tx: Transaction, mail: MailRequest): Promise<QueuedMail> {
  const [queued] = await queueMails(tx, [mail], 'single');
  return queued!;
}

/** The same for many at once, in a few statements. Answers in the order of the requests. */
export async function queueMails(
  tx: Transaction,
  requests: readonly MailRequest[],
  haste: MailHaste,
): Promise<QueuedMail[]> {
  if (!requests.length) return [];
  const queued = await insertMails(tx, requests);
  await settleBouncedAddresses(
    tx,
    requests.map(({ orderId }) => orderId),
  );
  await addMailJobs(tx, queued, haste);
  return queued.map(({ id, dueAt }) => ({ mailId: id, dueAt }));
}

/** By whom a mail goes for which nobody chose: the first provider that has credentials (rules 12.5). */
export const unchosenProvider = ({ mail }: Pick<Settings, 'mail'>): MailServiceProvider =>
  mail.sendgrid && !mail.aws ? 'Sendgrid' : 'AWS';

/** A row of the history to be: of an order, or to a member. */
type NewMail = Omit<MailRequest, 'orderId' | 'kind'> &
  ({ orderId: string; kind: OrderMailKind } | { orderId: null; memberId: number; kind: MemberMailKind });

/** Writes the rows of the mail history, and answers them in the order of the requests. */
export async function insertMails(tx: Transaction, requests: readonly NewMail[]) {
  const { id, kind, provider, documentId, dueAt } = mails;
  const rows = await tx
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
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Each provider has a queue of letters and one of mails that take a file along: neither holds up another. */
export const letterQueue = (provider: MailServiceProvider) => `mail-${provider}`;
export const documentQueue = (provider: MailServiceProvider) => `mail-${provider}-documents`;

/** The one queue of earlier versions. */
export const formerMailQueue = 'mail';

/** Receives the jobs whose last retry failed. */
export const abandonedMailQueue = 'mail-abandoned';

/** The mail's row in the history says everything else. */
export interface MailJob {
  mailId: number;
}

type QueuedRow = Pick<OpenedMail, 'id' | 'provider' | 'kind' | 'documentId'>;

const queueOf = ({ provider, kind, documentId }: QueuedRow) =>
  documentId !== null || kind === 'invoice' ? documentQueue(provider) : letterQueue(provider);

/** Whether a person asked for just this mail, and it goes first, or for a whole bulk. */
export type MailHaste = 'single' | 'bulk';
const priorities: Record<MailHaste, number> = { single: 1, bulk: 0 };

export const mailQueues = [
  formerMailQueue,
  ...mailProviders.flatMap((provider) => [letterQueue(provider), documentQueue(provider)]),
];

/** Creates the queues, or updates their options. */
export async function createMailQueues(boss: PgBoss): Promise<void> {
  const options = {
    notify: true,
    // After 5 s, 10 s … then every hour, for about a day.
    ...{ retryLimit: 32, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 },
    // The job of a process that died is retried. The shortest that pg-boss allows.
    heartbeatSeconds: 10,
    // A worker may hold a mail through a provider's pause, and while the disk is full.
    expireInSeconds: 3_600,
    retentionSeconds: 7 * 24 * 3_600,
    deleteAfterSeconds: 24 * 3_600,
  };
  await createQueue(boss, abandonedMailQueue, options);
  for (const name of mailQueues) {
    await createQueue(boss, name, { ...options, deadLetter: abandonedMailQueue });
  }
}

async function createQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

/** Derives a job's id from its mail: a queue cannot hold two jobs of one mail. */
const jobIdOf = (mailId: number) => `00000000-0000-8000-8000-${mailId.toString(16).padStart(12, '0')}`;

/** A queue whose statements, also those that read its settings, belong to the transaction. It is never started. */
const bossIn = (tx: Transaction) => new PgBoss({ db: fromDrizzle(tx, sql) });

/** Adds the mails' jobs to a transaction: they exist when, and only when, it commits, and wake the workers then. */
export async function addMailJobs(
  tx: Transaction,
  rows: readonly (QueuedRow & { dueAt: Date | null })[],
  haste: MailHaste,
): Promise<void> {
  const boss = bossIn(tx);
  for (const [queue, queued] of Map.groupBy(rows, queueOf)) {
    await boss.insert(
      queue,
      queued.map(({ id, dueAt }) => ({
        id: jobIdOf(id),
        data: { mailId: id } satisfies MailJob,
        priority: priorities[haste],
        ...(dueAt && { startAfter: dueAt }),
      })),
    );
  }
}

/** Moves the start of a waiting mail's job to now, and wakes the workers. */
export async function hastenMailJob(tx: Transaction, mail: QueuedRow): Promise<void> {
  await bossIn(tx).update(queueOf(mail), undefined, { id: jobIdOf(mail.id), startAfter: 0 });
}
