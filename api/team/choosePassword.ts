import type { MailServiceProvider } from 'shared/api/fields/fields';
import { type Database, inTransaction } from '../db/database.ts';
import { addressKey } from '../http/connections.ts';
import { HttpError } from '../http/HttpError.ts';
import { deleteSessionsOf } from '../http/authorise.ts';
import { queuePasswordChanged } from '../mail/passwordMails.ts';
import { hashPasswordToken } from '../signing/tokens.ts';
import { findPasswordHash, setPasswordHash } from './memberQueries.ts';
import { hashNewPassword, passwordThrottle } from './password.ts';
import { isPasswordLinkValid, consumePasswordLink, wasPasswordLinkUsed } from './passwordLinkQueries.ts';

/** Only attempts with dead links count (rules 14.23). */
const throttle = passwordThrottle('choosePassword');

const deadLink = 'This link has expired, or was replaced by a newer one. Ask for a new one.';
const usedLink = 'This link was used already. Sign in with the password chosen then, or ask for a new link.';

interface Chosen {
  token: string;
  password: string;
  address: string;
  provider: MailServiceProvider;
}

/** Ends all of the member's sessions. Throws 404 for a dead link, and 429 after too many of those. */
export async function choosePassword(db: Database, { token, password, address, provider }: Chosen) {
  const digest = hashPasswordToken(token);
  const chosen = await throttle.attempt(db, { caller: addressKey(address), subject: token }, async () => {
    // Checked first, so that a dead link costs no Argon2 hash.
    if (!(await isPasswordLinkValid(db, digest))) return null;
    const passwordHash = await hashNewPassword(password);
    return inTransaction(db, async (tx) => {
      const member = await consumePasswordLink(tx, digest);
      if (!member) return null;
      const isFirst = (await findPasswordHash(tx, member.id)) === null;
      await setPasswordHash(tx, member.id, passwordHash);
      await deleteSessionsOf(tx, member.id);
      if (!isFirst) await queuePasswordChanged(tx, { memberId: member.id, provider, askedBy: member.id });
      return member;
    });
  });
  if (!chosen) throw await deadLinkError(db, digest);
  return { message: 'Your password is set. Sign in with it.', data: chosen };
}

/** Lets the page check its link before it asks for a password. Throws like `choosePassword`. */
export async function checkPasswordLink(db: Database, { token, address }: Pick<Chosen, 'token' | 'address'>) {
  const digest = hashPasswordToken(token);
  const opens = await throttle.attempt(
    db,
    { caller: addressKey(address), subject: token },
    async () => (await isPasswordLinkValid(db, digest)) || null,
  );
  if (!opens) throw await deadLinkError(db, digest);
  return { message: 'The link works.', data: null };
}

const deadLinkError = async (db: Database, digest: string) =>
  new HttpError(404, (await wasPasswordLinkUsed(db, digest)) ? usedLink : deadLink);
