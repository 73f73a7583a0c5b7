import { fromDrizzle, type PgBoss } from 'pg-boss';
import { insertJobs, updateJob } from 'pg-boss/dist/plans.js';
import { sql } from 'drizzle-orm';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import type { OpenedMail } from './mailQueries.ts';
import { mailRetry } from './mailRetry.ts';
import { callSeconds, readingSeconds } from './providers/MailProvider.ts';

/** Of a provider's two: where letters wait, and where mails do that take a file along. */
export const letterQueue = (provider: MailServiceProvider) => `mail-${provider}`;
export const documentQueue = (provider: MailServiceProvider) => `mail-${provider}-documents`;

/** Where a mail waits: what one provider holds up is in nobody else's way, and a file in no letter's. */
export const mailQueueOf = ({ provider, kind, documentId }: Pick<OpenedMail, 'provider' | 'kind' | 'documentId'>) =>
  documentId !== null || kind === 'invoice' ? documentQueue(provider) : letterQueue(provider);

export const mailQueues = mailProviders.flatMap((provider) => [letterQueue(provider), documentQueue(provider)]);

/** The one queue of earlier versions; its jobs go on in those of today. */
export const formerMailQueue = 'mail';

/** Where a job ends that was tried as often as is sensible. */
export const abandonedMailQueue = 'mail-abandoned';

/** What a job carries: the row of the mail history; everything else stands there. */
export interface MailJob {
  mailId: number;
}

/** A mail that gets a job. */
interface NewMailJob {
  id: number;
  /** The job is not taken before; null: at once. */
  dueAt?: Date | null;
}

/** Whether a person asked for just this mail, and goes before, or for a whole bulk of them. */
export type MailHaste = 'single' | 'bulk';
const priorities: Record<MailHaste, number> = { single: 1, bulk: 0 };

/**
 * Creates the queues, or updates their options. `heartbeatSeconds`: another instance retries the jobs of one that has
 * been silent for that long.
 */
export async function createMailQueues(boss: PgBoss, heartbeat: { heartbeatSeconds?: number }): Promise<void> {
  const options = {
    notify: true,
    ...mailRetry,
    ...heartbeat,
    expireInSeconds: readingSeconds + callSeconds + 30,
    retentionSeconds: 7 * 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
  };
  await makeQueue(boss, abandonedMailQueue, options);
  for (const name of [formerMailQueue, ...mailQueues]) {
    await makeQueue(boss, name, { ...options, deadLetter: abandonedMailQueue });
  }
}

async function makeQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

/** Derives a job's id from its mail: a queue cannot hold two jobs of one mail. */
const jobIdOf = (mailId: number) => `00000000-0000-8000-8000-${mailId.toString(16).padStart(12, '0')}`;

/**
 * Adds the jobs to a transaction: they exist when, and only when, that commits, and wake the workers then. pg-boss's own
 * `insert` may ask the database outside of the transaction first, for which the embedded one's single connection would
 * wait for ever.
 */
export async function addMailJobs(tx: Transaction, queue: string, mails: readonly NewMailJob[], haste: MailHaste) {
  const added = await addMissingMailJobs(tx, queue, mails, haste);
  if (added !== mails.length) throw new Error('The mail queues are not there: the jobs have not been started');
}

/** Does the same, skips mails that have a job in the queue, and returns how many jobs it added. */
export async function addMissingMailJobs(
  tx: Transaction,
  queue: string,
  mails: readonly NewMailJob[],
  haste: MailHaste,
): Promise<number> {
  const statement = insertJobs('pgboss', { table: 'job', name: queue, returnId: true, notify: true });
  const jobs = mails.map(({ id, dueAt = null }) => ({
    id: jobIdOf(id),
    data: { mailId: id } satisfies MailJob,
    priority: priorities[haste],
    ...(dueAt && { startAfter: dueAt.toISOString() }),
  }));
  const { rows } = await fromDrizzle(tx, sql).executeSql(statement, [JSON.stringify(jobs)]);
  return rows.length;
}

/** Moves the start of a waiting mail's job to now, and wakes the workers. */
export async function hastenMailJob(tx: Transaction, queue: string, mailId: number) {
  const statement = updateJob('pgboss', 'job', queue, 'id', 'all', true);
  await fromDrizzle(tx, sql).executeSql(statement, [JSON.stringify({ id: jobIdOf(mailId), startAfter: '0' })]);
}
