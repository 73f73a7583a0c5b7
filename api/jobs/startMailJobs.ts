import { setTimeout } from 'node:timers/promises';
import type { Job as QueuedJob, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Desk } from '../desk.ts';
import { abandonMail, deliverMail, settleBrokenCalls, type MailDelivery } from '../mail/deliverMail.ts';
import { abandonedMailQueue, createMailQueues, mailQueue, type MailJob } from '../mail/mailQueue.ts';
import { openMailProviders } from '../mail/providers/openMailProviders.ts';
import { openBoss } from './openBoss.ts';
import type { Job } from './repeat.ts';

/** How long a stop waits for a provider's answer that is still out. */
const stopWaitsMs = 8_000;

/**
 * Begins to send mail: what is asked for from now on, and what was asked for before. Must run before the first call
 * that asks for a mail. A stop lets the calls under way end.
 */
export async function startMailJobs({ database, settings, storage, log }: Desk): Promise<Job> {
  const delivery: MailDelivery = { db: database.db, storage, settings, providers: openMailProviders(settings) };
  const boss = await openBoss(database, log);
  await createMailQueues(boss);
  if (database.driver === 'embedded') {
    await settleBrokenCalls(delivery);
    await freeBrokenJobs(boss);
  }
  const asking = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
  await boss.work<MailJob>(mailQueue, { ...asking, localConcurrency: 2 }, async ([job]: QueuedJob<MailJob>[]) => {
    await deliverMail(delivery, job!.data.mailId);
  });
  await boss.work<MailJob>(abandonedMailQueue, { pollingIntervalSeconds: 60 }, async ([job]: QueuedJob<MailJob>[]) => {
    await abandonMail(delivery, job!.data.mailId);
  });
  return {
    async stop() {
      const workersEnd = Promise.all([boss.offWork(mailQueue), boss.offWork(abandonedMailQueue)]);
      const waited = new AbortController();
      const tooLong = setTimeout(stopWaitsMs, null, { signal: waited.signal }).catch(() => null);
      await Promise.race([workersEnd, tooLong]);
      waited.abort();
      await boss.stop({ timeout: 1_000 });
    },
  };
}

/** On a database of one process, whatever job is under way at the start was its predecessor's: it may run again. */
async function freeBrokenJobs(boss: PgBoss) {
  const jobs: JobWithMetadata[] = await boss.findJobs(mailQueue);
  const broken = jobs.filter((job) => job.state === 'active').map((job) => job.id);
  if (broken.length) await boss.fail(mailQueue, broken, { message: 'The process ended' });
}
