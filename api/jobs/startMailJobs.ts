import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { mailProviders } from 'shared/api/fields/fields';
import type { OpenDatabase } from '../db/database.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/DatabaseUnavailableError.ts';
import type { AppContext } from '../context/AppContext.ts';
import { attachInvoice } from '../invoices/sendInvoice.ts';
import {
  abandonMail,
  deliverMail,
  recoverInterruptedCalls,
  type MailDelivery,
  providerRateLimiter,
} from '../mail/deliverMail.ts';
import { mailStatements } from '../mail/mailQueries.ts';
import {
  deadLetterQueue,
  createMailQueues,
  documentQueue,
  legacyMailQueue,
  letterQueue,
  type MailJob,
} from '../mail/queueMail.ts';
import { callTimeoutSeconds, type MailProvider, type MailProviders } from '../mail/providers/MailProvider.ts';
import { outboxProvider } from '../mail/providers/outboxProvider.ts';
import type { Settings } from '../settings/settings.ts';
import type { Job } from './scheduler.ts';

/** Long enough for calls in progress to end and for their results to be recorded. */
const stopWaitsMs = (callTimeoutSeconds + 5) * 1_000;
/** Concurrent mails with a document, per provider. Each document is in memory until it is sent. */
const documentConcurrency = 2;
const outboxBatch = 20;
/** Concurrent calls, 4 to 50: enough to reach the rate if the provider answers within a second. */
const callConcurrency = (perSecond: number) => Math.min(Math.max(perSecond, 4), 50);

/** Polling intervals for jobs without a NOTIFY: delayed mails and retries. */
const documentPollSeconds = 1;
const letterPollSeconds = 5;
const seldomPollSeconds = 60;
const diskCheckMs = 1_000;

/** Must run before the first request that queues mail. `stop` waits for provider calls in progress. */
export async function startMailJobs(appContext: AppContext): Promise<Job> {
  const { database, settings, storage, log } = appContext;
  const { db } = database;
  const stopping = new AbortController();
  const providers = await openMailProviders(settings);
  const limiterOf = ({ repeatable }: MailProvider) => providerRateLimiter(repeatable ? null : settings.mail.perSecond);
  const rateLimiters = { AWS: limiterOf(providers.AWS), Sendgrid: limiterOf(providers.Sendgrid) };
  const statements = mailStatements({ db, providers, settings });
  const delivery: MailDelivery = { db, storage, settings, providers, rateLimiters, statements, attachInvoice, log };
  const boss = await openBoss(database, log, stopping.signal);
  await createMailQueues(boss);
  if (database.driver === 'embedded') await recoverInterruptedCalls(delivery);

  const deliver = (toOutbox: boolean) => async (job: JobWithMetadata<MailJob>) => {
    const { diskSpace } = appContext;
    const stopped = AbortSignal.any([stopping.signal, job.signal]);
    // Recording the call's result needs disk space, and the outbox also needs space for its files.
    while (!(await (toOutbox ? diskSpace.allowsFiles() : diskSpace.allowsChanges()))) {
      await setTimeout(diskCheckMs, null, { signal: stopped });
    }
    await deliverMail(delivery, job.data.mailId, { priority: job.priority, stopped });
  };
  for (const provider of mailProviders) {
    const { repeatable } = providers[provider];
    const letters = repeatable
      ? { workers: 2, batchSize: outboxBatch }
      : { workers: callConcurrency(settings.mail.perSecond) };
    const documents = { workers: documentConcurrency, pollSeconds: documentPollSeconds };
    await work(boss, letterQueue(provider), deliver(repeatable), { ...letters, pollSeconds: letterPollSeconds });
    await work(boss, documentQueue(provider), deliver(repeatable), documents);
  }
  await work(boss, legacyMailQueue, deliver(true), { workers: 1, pollSeconds: seldomPollSeconds });
  await work(boss, deadLetterQueue, ({ data }) => abandonMail(delivery, data.mailId), {
    workers: 1,
    pollSeconds: seldomPollSeconds,
  });

  return {
    async stop() {
      stopping.abort();
      await boss.stop({ timeout: stopWaitsMs });
    },
  };
}

/** A provider without credentials writes to the outbox. Loads only the SDKs in use, because they are large. */
async function openMailProviders({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>): Promise<MailProviders> {
  const outbox = outboxProvider(path.join(dataDir, 'outbox'));
  return {
    AWS: mail.aws ? (await import('../mail/providers/sesProvider.ts')).sesProvider(mail.aws) : outbox,
    Sendgrid: mail.sendgrid
      ? (await import('../mail/providers/sendgridProvider.ts')).sendgridProvider(mail.sendgrid)
      : outbox,
  };
}

/**
 * NOTIFY wakes workers for new jobs; polling finds jobs scheduled for later. Once `stopping` is aborted, statements no
 * longer wait for an unavailable database.
 */
export async function openBoss(
  { queue, driver }: OpenDatabase,
  log: FastifyBaseLogger,
  stopping: AbortSignal = new AbortController().signal,
): Promise<PgBoss> {
  const boss = new PgBoss({
    // All statements are idempotent, so they are retried after an outage.
    db: {
      ...queue,
      executeSql: (...statement) => retryWhileUnavailable(() => queue.executeSql(...statement), stopping),
    },
    backend: driver === 'embedded' ? 'pglite' : 'postgres',
    useListenNotify: true,
    schedule: false,
    // Detects a dead worker within 5 s of its missed heartbeat.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 4,
    // Rarely or never needed here: job dependencies, pg-boss's background migrations, index rebuilds, vacuum checks.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => isDatabaseUnavailable(error) || log.error({ err: error }, 'the job queue failed'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'job queue warning'));
  await boss.start();
  return boss;
}

/** Starts workers for a queue. A worker that found jobs fetches again without waiting for its next poll. */
async function work(
  boss: PgBoss,
  queue: string,
  task: (job: JobWithMetadata<MailJob>) => Promise<void>,
  { workers, batchSize = 1, pollSeconds }: { workers: number; batchSize?: number; pollSeconds: number },
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
