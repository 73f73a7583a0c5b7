import { lt, sql } from 'drizzle-orm';
import { failedAttempts } from '../db/schema/failedAttempts.ts';
import { idempotencyKeys } from '../db/schema/idempotencyKeys.ts';
import { sessions } from '../db/schema/members.ts';
import type { Desk } from '../desk/desk.ts';
import { forgetBulkJobs } from '../orders/bulk/bulkJobQueries.ts';
import { forgetActions } from '../orders/plans/undoQueries.ts';
import { repeat, type Job } from './repeat.ts';

/** Every five minutes: forgets what has expired, and does for the embedded engine what it does not do by itself. */
export function startCleanUp(desk: Desk): Job {
  const { database } = desk;
  const { db } = database;
  return repeat('clean up', 5 * 60_000, desk, async () => {
    await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
    await db.delete(failedAttempts).where(lt(failedAttempts.at, sql`now() - interval '1 hour'`));
    await forgetActions(db);
    await forgetBulkJobs(db);
    await database.housekeeping();
  });
}
