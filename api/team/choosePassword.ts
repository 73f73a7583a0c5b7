import type { MailServiceProvider } from 'shared/api/fields';
import { type Database, within } from '../db/database.ts';
import { addressKey } from '../http/connections.ts';
import { LoginThrottle } from '../http/LoginThrottle.ts';
import { Refusal } from '../http/Refusal.ts';
import { deleteSessionsOf } from '../http/authorise.ts';
import { queuePasswordChanged } from '../mail/passwordMails.ts';
import { digestOfPasswordToken } from '../signing/tokens.ts';
import { findPasswordHash, setPasswordHash } from './memberQueries.ts';
import { hashNewPassword, passwordsAtOnce } from './password.ts';
import { passwordLinkOpens, takePasswordLink } from './passwordLinkQueries.ts';

/** Limited as sign-ins are (rules 14.23): only links that open nothing count. */
const throttle = new LoginThrottle(
  'choosePassword',
  {
    perCaller: { failures: 10, seconds: 60 },
    perSubject: { failures: 5, seconds: 15 * 60 },
    newStrangers: 20,
  },
  { atOnce: passwordsAtOnce, waiting: 20 },
);

const deadLink = () =>
  new Refusal(
    404,
    'This link was used, is older than a day, or a newer one was sent. Ask who sent it for another one.',
  );

interface Chosen {
  token: string;
  password: string;
  address: string;
  /** Of the mail about it. */
  provider: MailServiceProvider;
}

/**
 * Chooses a password by the token of a link, which is used up by it. All sessions of that member end. Throws a 404 where
 * the link opens nothing, a 429 after too many of those.
 */
export async function choosePassword(
  db: Database,
  { token, password, address, provider }: Chosen,
): Promise<{ message: string; data: { id: number; email: string } }> {
  const digest = digestOfPasswordToken(token);
  const chosen = await throttle.attempt(db, { caller: addressKey(address), subject: token }, async () => {
    // Looked at first: without a link that opens nobody has Argon2 work.
    if (!(await passwordLinkOpens(db, digest))) return null;
    const passwordHash = await hashNewPassword(password);
    return within(db, async (tx) => {
      const member = await takePasswordLink(tx, digest);
      if (!member) return null;
      const isFirst = (await findPasswordHash(tx, member.id)) === null;
      await setPasswordHash(tx, member.id, passwordHash);
      await deleteSessionsOf(tx, member.id);
      if (!isFirst) await queuePasswordChanged(tx, { memberId: member.id, provider, askedBy: member.id });
      return member;
    });
  });
  if (!chosen) throw deadLink();
  return { message: 'Your password is set. Sign in with it.', data: chosen };
}
