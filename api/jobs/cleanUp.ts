import { lt, sql } from 'drizzle-orm';
import { failedAttempts, idempotencyKeys, sessions } from '../db/schema/members.ts';
import type { Desk } from '../desk/desk.ts';
import { forgetBulkJobs } from '../orders/bulk/bulkJobQueries.ts';
import { forgetAddresses } from '../orders/messages.ts';
import { forgetActions } from '../orders/plans/undoQueries.ts';
import { repeat, type Job } from './repeat.ts';

/** Cleans up every five minutes. */
export const startCleanUp = (desk: Desk): Job => repeat('clean up', 5 * 60_000, desk, () => cleanUp(desk));

/** Forgets what has expired, and does for the embedded engine what it does not do by itself. */
export async function cleanUp({ database }: Pick<Desk, 'database'>): Promise<void> {
  const { db } = database;
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
  await db.delete(failedAttempts).where(lt(failedAttempts.at, sql`now() - interval '1 hour'`));
  await forgetAddresses(db);
  await forgetActions(db);
  await forgetBulkJobs(db);
  await database.housekeeping();
}
