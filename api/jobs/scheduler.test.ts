import { sql } from 'drizzle-orm';
import { sessions } from '../db/schema/members.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { jobsOf, schedule } from './scheduler.ts';

onOneDriver((api) => {
  test('a failing clean-up does not prevent others', async () => {
    const { context: appContext } = api();
    const { db } = appContext.database;
    await api().signIn('Admin');
    await db.update(sessions).set({ expiresAt: sql`now() - interval '1 day'` });
    const failing: string[] = [];
    const log = {
      ...appContext.log,
      error: ({ job }: { job: string }) => void failing.push(job),
    } as unknown as typeof appContext.log;
    await db.execute(sql`alter table failed_attempts rename to elsewhere`);
    const jobs = jobsOf(appContext)
      .filter(({ everyMs }) => everyMs === 5 * 60_000)
      .map((job) => schedule({ ...job, everyMs: 20 }, { ...appContext, log }));
    try {
      await pollUntil(
        async () => failing.length,
        (n) => n > 0,
      );
      await pollUntil(
        () => db.$count(sessions),
        (n) => n === 0,
      );
    } finally {
      await Promise.all(jobs.map((job) => job.stop()));
      await db.execute(sql`alter table elsewhere rename to failed_attempts`);
    }
    expect(new Set(failing)).toEqual(new Set(['delete old failed attempts']));
  });
});
