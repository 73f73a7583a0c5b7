import { fromDrizzle, type PgBoss } from 'pg-boss';
import { insertJobs } from 'pg-boss/dist/plans.js';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';

/** The queue, and the one where a job ends that was tried as often as is sensible. */
export const mailQueue = 'mail';
export const abandonedMailQueue = 'mail-abandoned';

/** What a job carries: the row of the mail history; everything else stands there. */
export interface MailJob {
  mailId: number;
}

/** Longer than any call of a provider can take: a call begun that long ago and not answered is broken. */
export const callSeconds = 90;

/** Makes the queues, or brings their options up to date. Tries go on for about a day: 5 s, 10 s, … then every hour. */
export async function createMailQueues(boss: PgBoss): Promise<void> {
  const options = {
    notify: true,
    retryLimit: 32,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: callSeconds + 30,
    retentionSeconds: 7 * 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
  };
  await makeQueue(boss, abandonedMailQueue, options);
  await makeQueue(boss, mailQueue, { ...options, deadLetter: abandonedMailQueue });
}

async function makeQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

/**
 * Adds the job to a transaction: it exists when, and only when, that commits, and wakes the workers then. pg-boss's own
 * `send` may ask the database outside of the transaction first, for which the embedded one's single connection would
 * wait for ever.
 */
export async function sendMailJob(tx: Transaction, job: MailJob): Promise<void> {
  const statement = insertJobs('pgboss', { table: 'job', name: mailQueue, returnId: true, notify: true });
  const { rows } = await fromDrizzle(tx, sql).executeSql(statement, [JSON.stringify([{ data: job }])]);
  if (rows.length !== 1) throw new Error('The mail queue is not there: the jobs have not been started');
}
