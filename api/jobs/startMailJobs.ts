import { setTimeout } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { mailProviders } from 'shared/api/fields';
import type { Desk } from '../desk/desk.ts';
import { attachInvoice } from '../invoices/invoicePdf.ts';
import { abandonMail, deliverMail, mailStatements, settleBrokenCalls, type MailDelivery } from '../mail/deliverMail.ts';
import {
  abandonedMailQueue,
  createMailQueues,
  documentQueue,
  formerMailQueue,
  letterQueue,
  mailQueues,
  type MailJob,
} from '../mail/queueMail.ts';
import { providerPace } from '../mail/providerPace.ts';
import { answeredSeconds } from '../mail/providers/MailProvider.ts';
import { openMailProviders } from '../mail/providers/openMailProviders.ts';
import { openBoss } from './openBoss.ts';
import type { Job } from './scheduler.ts';

/** A stop waits for the answers of calls already made, and a moment to write them down. */
const stopWaitsMs = (answeredSeconds + 5) * 1_000;
/** A document is in memory while it goes out by a provider, of 20 MB some 90 MB: four at most, two a provider. */
const documentsAtOnce = 2;
/** Letters to the outbox that are taken together and share their statements. */
const outboxBatch = 20;
/** A provider that takes longer than a second to answer is not asked faster than it answers. */
const callsAtOnce = (perSecond: number) => Math.min(Math.max(perSecond, 4), 50);

/** How soon a worker that nobody wakes finds a job: a mail whose wait is over, a letter's next try. */
const documentPollSeconds = 1;
const letterPollSeconds = 5;
const seldomPollSeconds = 60;
const lookForRoomMs = 1_000;

/**
 * Begins to send mail: what is asked for from now on, and what was asked for before. Must run before the first call
 * that asks for a mail. A stop lets the calls under way end.
 */
export async function startMailJobs(desk: Desk): Promise<Job> {
  const { database, settings, storage, log } = desk;
  const { db } = database;
  const stopping = new AbortController();
  const providers = await openMailProviders(settings);
  const paces = Object.fromEntries(
    mailProviders.map((name) => [name, providerPace(providers[name].paced ? settings.mail.perSecond : null)]),
  ) as MailDelivery['paces'];
  const statements = mailStatements({ db, providers, settings });
  const delivery: MailDelivery = { db, storage, settings, providers, paces, statements, attachInvoice, log };
  const boss = await openBoss(database, log, stopping.signal);
  await createMailQueues(boss);
  if (database.driver === 'embedded') await settleBrokenCalls(delivery);

  /** Without room, the result of a call could not be recorded. The outbox needs it for files as well. */
  const waitForRoom = async (paced: boolean, stopped: AbortSignal) => {
    while (!(await (paced ? desk.room.forChanges() : desk.room.forFiles()))) {
      await setTimeout(lookForRoomMs, null, { signal: stopped });
    }
  };
  const deliver = (paced: boolean) => async (job: JobWithMetadata<MailJob>) => {
    const stopped = AbortSignal.any([stopping.signal, job.signal]);
    await waitForRoom(paced, stopped);
    await deliverMail(delivery, job.data.mailId, { priority: job.priority, stopped });
  };
  for (const provider of mailProviders) {
    const { paced } = providers[provider];
    const letters = paced ? { workers: callsAtOnce(settings.mail.perSecond) } : { workers: 2, batchSize: outboxBatch };
    await work(boss, letterQueue(provider), deliver(paced), { ...letters, pollSeconds: letterPollSeconds });
    const documents = { workers: documentsAtOnce, pollSeconds: documentPollSeconds };
    await work(boss, documentQueue(provider), deliver(paced), documents);
  }
  await work(boss, formerMailQueue, deliver(false), { workers: 1, pollSeconds: seldomPollSeconds });
  await work(boss, abandonedMailQueue, ({ data }) => abandonMail(delivery, data.mailId), {
    workers: 1,
    pollSeconds: seldomPollSeconds,
  });

  return {
    async stop() {
      stopping.abort();
      const ended = Promise.all([...mailQueues, abandonedMailQueue].map((queue) => boss.offWork(queue)));
      await Promise.race([ended, setTimeout(stopWaitsMs, null, { ref: false })]);
      await boss.stop({ timeout: 1_000 });
    },
  };
}

interface Workers {
  workers: number;
  batchSize?: number;
  pollSeconds: number;
}

/** Starts workers of a queue. One that had jobs looks for more at once, without waiting for its next poll. */
async function work(
  boss: PgBoss,
  queue: string,
  task: (job: JobWithMetadata<MailJob>) => Promise<void>,
  { workers, batchSize = 1, pollSeconds }: Workers,
): Promise<void> {
  const options = {
    batchSize,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  for (let n = 0; n < workers; n += 1) {
    let workerId = '';
    workerId = await boss.work<MailJob, JobResult[], typeof options>(queue, options, (jobs) => {
      boss.notifyWorker(workerId);
      return Promise.all(jobs.map((job) => resultOf(job.id, task(job))));
    });
  }
}

const resultOf = (id: string, ended: Promise<void>): Promise<JobResult> =>
  ended.then(
    () => ({ id, status: 'completed' }),
    (error: Error) => ({ id, status: 'failed', output: { message: error.message } }),
  );
