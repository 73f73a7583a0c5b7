import type { MailServiceProvider } from 'shared/api/fields';
import { wrongPassword } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import { addressKey } from '../http/connections.ts';
import { LoginThrottle } from '../http/LoginThrottle.ts';
import { type Member, deleteSessionsOf, isSessionAlive, isSessionFresh, sessionEnded } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import { queuePasswordChanged } from '../mail/passwordMails.ts';
import { findPasswordHash, setPasswordHash } from './memberQueries.ts';
import { passwordFits, passwordsAtOnce } from './password.ts';
import { dropPasswordLink } from './passwordLinkQueries.ts';

/** Limited as sign-ins are: a session that was left open must not serve to guess the password. */
const throttle = new LoginThrottle(
  'changePassword',
  {
    perCaller: { failures: 10, seconds: 60 },
    perSubject: { failures: 5, seconds: 15 * 60 },
    newStrangers: 20,
  },
  { atOnce: passwordsAtOnce, waiting: 20 },
);

/** For so long after signing in the current password is not asked for again (rules 14.14). */
const freshSeconds = 5 * 60;

/** Throws a 400 unless the current password is right, or was left out shortly after signing in. */
export async function checkCurrentPassword(
  db: Database,
  { oldPassword, member, address }: { oldPassword: string | undefined; member: Member; address: string },
): Promise<void> {
  if (!oldPassword) {
    if (await isSessionFresh(db, member.sessionId, freshSeconds)) return;
    throw refused('Please enter your current password.');
  }
  const attempt = { caller: addressKey(address), subject: String(member.id) };
  const fits = await throttle.attempt(
    db,
    attempt,
    async () => (await passwordFits(oldPassword, await findPasswordHash(db, member.id))) || null,
  );
  if (!fits) throw refused(wrongPassword);
}

const refused = (text: string) => new Refusal(400, text, { errors: { oldPassword: text } });

/**
 * Stores another password for whoever asks, and ends all their sessions, the one that asks among them (rules 14.15). Of several
 * sessions that ask at once the first one does it: the others are dead by then (401). The member gets a mail about it.
 */
export async function changePassword(
  db: Database,
  passwordHash: string,
  { id, sessionId }: Member,
  provider: MailServiceProvider,
): Promise<{ message: string; data: null }> {
  return db.transaction(async (tx) => {
    await setPasswordHash(tx, id, passwordHash);
    if (!(await isSessionAlive(tx, sessionId))) throw sessionEnded();
    await deleteSessionsOf(tx, id);
    await dropPasswordLink(tx, id);
    await queuePasswordChanged(tx, { memberId: id, provider, askedBy: id });
    return { message: 'Your password has been changed. Please sign in again.', data: null };
  });
}
