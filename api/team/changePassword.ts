import type { Database } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { sessionEnded } from '../http/session.ts';
import { deleteSessionsOf, isSessionAlive } from '../http/sessionQueries.ts';
import { setPasswordHash } from './memberQueries.ts';
import { dropPasswordLink } from './passwordLinkQueries.ts';

/**
 * Stores another password for whoever asks, and ends all their sessions, the one that asks among them (rules 14.15). Of several
 * sessions that ask at once the first one does it: the others are dead by then (401).
 */
export async function changePassword(
  db: Database,
  passwordHash: string,
  { id, sessionId }: Member,
): Promise<{ message: string; data: null }> {
  return db.transaction(async (tx) => {
    await setPasswordHash(tx, id, passwordHash);
    if (!(await isSessionAlive(tx, sessionId))) throw sessionEnded();
    await deleteSessionsOf(tx, id);
    await dropPasswordLink(tx, id);
    return { message: 'Your password has been changed. Please sign in again.', data: null };
  });
}
