import { fromDrizzle, type PgBoss } from 'pg-boss';
import { insertJobs } from 'pg-boss/dist/plans.js';
import { sql } from 'drizzle-orm';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import type { ClaimedMail } from './mailQueries.ts';
import { mailRetry } from './mailRetry.ts';
import { callSeconds } from './providers/callTimes.ts';

/** Of a provider's two: where letters wait, and where mails do that take a file along. */
export const letterQueue = (provider: MailServiceProvider) => `mail-${provider}`;
export const documentQueue = (provider: MailServiceProvider) => `mail-${provider}-documents`;

/** Where a mail waits: what one provider holds up is in nobody else's way, and a file in no letter's. */
export const mailQueueOf = ({ provider, kind, documentId }: Pick<ClaimedMail, 'provider' | 'kind' | 'documentId'>) =>
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

/** Makes the queues, or brings their options up to date. */
export async function createMailQueues(boss: PgBoss): Promise<void> {
  const options = {
    notify: true,
    ...mailRetry,
    expireInSeconds: callSeconds + 30,
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

/**
 * Adds the jobs to a transaction: they exist when, and only when, that commits, and wake the workers then. pg-boss's own
 * `insert` may ask the database outside of the transaction first, for which the embedded one's single connection would
 * wait for ever.
 */
export async function addMailJobs(tx: Transaction, queue: string, mails: readonly NewMailJob[], haste: MailHaste) {
  const statement = insertJobs('pgboss', { table: 'job', name: queue, returnId: true, notify: true });
  const jobs = mails.map(({ id, dueAt = null }) => ({
    data: { mailId: id } satisfies MailJob,
    priority: priorities[haste],
    ...(dueAt && { startAfter: dueAt.toISOString() }),
  }));
  const { rows } = await fromDrizzle(tx, sql).executeSql(statement, [JSON.stringify(jobs)]);
  if (rows.length !== jobs.length) throw new Error('The mail queues are not there: the jobs have not been started');
}
