import { and, eq, gt, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { wrongPassword } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema/members.ts';
import { addressKey } from '../http/connections.ts';
import { type Member, deleteSessionsOf, sessionEnded } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import { queuePasswordChanged } from '../mail/passwordMails.ts';
import { findPasswordHash, setPasswordHash } from './memberQueries.ts';
import { verifyPassword } from './password.ts';
import { passwordThrottle } from './signIn.ts';
import { deletePasswordLink } from './choosePassword.ts';

/** Throttled like sign-ins, so that an unattended session cannot be used to guess the password. */
const throttle = passwordThrottle('changePassword');

/** After signing in, the current password is not required for this long (rule 14.14). */
const freshSeconds = 5 * 60;

/** Throws 400 unless the current password is right, or omitted shortly after signing in. */
export async function checkCurrentPassword(
  db: Database,
  { oldPassword, member, address }: { oldPassword: string | undefined; member: Member; address: string },
): Promise<void> {
  if (!oldPassword) {
    const isFresh = gt(sessions.createdAt, sql`now() - make_interval(secs => ${freshSeconds})`);
    if ((await db.$count(sessions, and(eq(sessions.id, member.sessionId), isFresh))) > 0) return;
    throw refused('Please enter your current password.');
  }
  const attempt = { caller: addressKey(address), subject: String(member.id) };
  const fits = await throttle.attempt(
    db,
    attempt,
    async () => (await verifyPassword(oldPassword, await findPasswordHash(db, member.id))) || null,
  );
  if (!fits) throw refused(wrongPassword);
}

const refused = (text: string) => new HttpError(400, text, { errors: { oldPassword: text } });

/** Ends all of the member's sessions (rule 3.15). Of concurrent requests, all but the first get 401 (rule 14.15). */
export async function changePassword(
  db: Database,
  passwordHash: string,
  { id, sessionId }: Member,
  provider: MailServiceProvider,
): Promise<{ message: string; data: null }> {
  return db.transaction(async (tx) => {
    await setPasswordHash(tx, id, passwordHash);
    const isAlive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, sql`now()`));
    if ((await tx.$count(sessions, isAlive)) === 0) throw sessionEnded();
    await deleteSessionsOf(tx, id);
    await deletePasswordLink(tx, id);
    await queuePasswordChanged(tx, { memberId: id, provider, askedBy: id });
    return { message: 'Your password has been changed. Please sign in again.', data: null };
  });
}
