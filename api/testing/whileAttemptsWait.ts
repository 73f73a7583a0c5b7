import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { pollUntil } from './pollUntil.ts';

/**
 * Locks `failed_attempts`, makes the calls, and unlocks the table once all but `waiting` of them are answered. Returns
 * all answers.
 */
export async function whileAttemptsWait<T>(db: Database, waiting: number, call: () => Promise<T>[]): Promise<T[]> {
  const release = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const ended = db.transaction(async (tx) => {
    await tx.execute(sql`lock table failed_attempts in access exclusive mode`);
    release.resolve();
    await enough.promise;
  });
  await release.promise;
  let answered = 0;
  const called = call();
  for (const one of called) void one.then(() => (answered += 1));
  const others = called.length - waiting;
  await pollUntil(
    async () => answered,
    (n) => n >= others,
  );
  enough.resolve();
  await ended;
  if (answered < others) throw new Error(`Only ${answered} of ${called.length} were answered without the database`);
  return Promise.all(called);
}
