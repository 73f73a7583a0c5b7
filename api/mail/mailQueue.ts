import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import type { OpenedMail } from './mailQueries.ts';

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
  mails: readonly (QueuedRow & { dueAt: Date | null })[],
  haste: MailHaste,
): Promise<void> {
  const boss = bossIn(tx);
  for (const [queue, queued] of Map.groupBy(mails, queueOf)) {
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
