import { setTimeout } from 'node:timers/promises';
import type { Job as QueuedJob } from 'pg-boss';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import { advisoryLocks } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { attachInvoice } from '../invoices/invoicePdf.ts';
import { abandonMail, settleBrokenCalls, type MailDelivery } from '../mail/deliverMails.ts';
import { forwardMails } from '../mail/forwardMails.ts';
import {
  abandonedMailQueue,
  createMailQueues,
  documentQueue,
  formerMailQueue,
  letterQueue,
  mailQueues,
  type MailJob,
} from '../mail/mailQueue.ts';
import { silentSeconds } from '../mail/mailQueries.ts';
import { answeredSeconds } from '../mail/providers/MailProvider.ts';
import { createPaces } from '../mail/paceQueries.ts';
import { providerPace, unpaced, type ProviderPace } from '../mail/providerPace.ts';
import { openMailProviders } from '../mail/providers/openMailProviders.ts';
import { drainQueue } from './drainQueue.ts';
import { freeBrokenJobs } from './freeBrokenJobs.ts';
import { hearJobs } from './hearJobs.ts';
import { openBoss } from './openBoss.ts';
import type { Job } from './scheduler.ts';
import { workMails } from './workMails.ts';

/** A stop waits for the answers of calls already made, and a moment to write them down. */
const stopWaitsMs = (answeredSeconds + 5) * 1_000;
/** A document is in memory while it goes out by a provider, of 20 MB some 90 MB: four at most, two a provider. */
const documentsAtOnce = 2;
/**
 * Begins to send mail: what is asked for from now on, and what was asked for before. Must run before the first call
 * that asks for a mail. A stop lets the calls under way end.
 */
export async function startMailJobs(desk: Desk): Promise<Job> {
  const { database, settings, storage, log } = desk;
  const { db } = database;
  const providers = await openMailProviders(settings);
  const delivery: MailDelivery = { db, storage, settings, providers, attachInvoice, log };
  const boss = await openBoss(database, log);
  await createMailQueues(boss, database.driver === 'postgres' ? { heartbeatSeconds: silentSeconds } : {});
  await database.exclusively(advisoryLocks.pace, () => createPaces(db));
  if (database.driver === 'embedded') {
    await settleBrokenCalls(delivery);
    for (const queue of [formerMailQueue, ...mailQueues]) await freeBrokenJobs(boss, db, queue);
  }

  const drains = new Map(mailProviders.flatMap((provider) => drainsOf(provider)));
  const stopHearing = await hearJobs(boss, log, (queue) => {
    for (const [name, drain] of drains) if (queue === null || queue === name) drain.ring();
  });
  await boss.work<MailJob>(
    formerMailQueue,
    { pollingIntervalSeconds: 10, batchSize: 100 },
    (jobs: QueuedJob<MailJob>[]) =>
      forwardMails(
        db,
        jobs.map(({ data }) => data.mailId),
      ),
  );
  await boss.work<MailJob>(abandonedMailQueue, { pollingIntervalSeconds: 60 }, async ([job]: QueuedJob<MailJob>[]) => {
    await abandonMail(delivery, job!.data.mailId);
  });

  function drainsOf(provider: MailServiceProvider) {
    const { perSecond } = settings.mail;
    const { paced } = delivery.providers[provider];
    const pace = paced ? providerPace(db, provider, perSecond) : unpaced;
    // Two seconds' worth: a provider that takes longer than that to answer is not asked faster than it answers.
    const most = paced ? Math.min(Math.max(2 * perSecond, 4), 100) : 2 * pace.together;
    const drain = (queue: string, together: number, most: number) =>
      drainQueue<MailJob>({
        boss,
        db,
        queue,
        log,
        together,
        most,
        turn: whenRoom(desk, paced, pace.turn),
        work: workMails(delivery, pace),
      });
    const [letters, documents] = [letterQueue(provider), documentQueue(provider)];
    return [
      [letters, drain(letters, pace.together, most)],
      // One at a time: none waits for another's document to be read.
      [documents, drain(documents, 1, documentsAtOnce)],
    ] as const;
  }

  return {
    async stop() {
      const queues = [formerMailQueue, abandonedMailQueue];
      const ends = [
        ...Array.from(drains.values(), (drain) => drain.stop()),
        ...queues.map((queue) => boss.offWork(queue)),
      ];
      const waited = new AbortController();
      const tooLong = setTimeout(stopWaitsMs, null, { signal: waited.signal }).catch(() => null);
      await Promise.race([Promise.all(ends), tooLong]);
      waited.abort();
      await stopHearing();
      await boss.stop({ timeout: 1_000 });
    },
  };
}

const lookForRoomMs = 1_000;

/**
 * No mail is taken while there is no room: what became of it could not be written down. The outbox needs it for files as
 * well, wherever the database lies.
 */
const whenRoom =
  (desk: Pick<Desk, 'room'>, paced: boolean, turn: ProviderPace['turn']): ProviderPace['turn'] =>
  async (stopped, waits) => {
    while (!(await (paced ? desk.room.forChanges() : desk.room.forFiles()))) {
      await setTimeout(lookForRoomMs, null, { signal: stopped }).catch(() => null);
      if (stopped.aborted) return false;
    }
    return turn(stopped, waits);
  };
