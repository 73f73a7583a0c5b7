import type { SessionUser } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import { insertFailure, readWaits, type Attempt } from '../http/attemptQueries.ts';
import { Refusal, tooManyAttempts } from '../http/Refusal.ts';
import { beginSession } from '../http/session.ts';
import { Turns } from '../http/turns.ts';
import { findMemberByEmail } from './memberQueries.ts';
import { passwordFits } from './password.ts';

/** Decisions "Roles": only failures count. */
const limits = { perAddress: { failures: 10, seconds: 60 }, perSubject: { failures: 5, seconds: 15 * 60 } };

const wrong = 'The e-mail or password is not right. Check both, then try again.';

/** One attempt of an address at a time: attempts sent all at once would otherwise all pass before the first failure. */
const turns = new Turns();

/** Signs a member in. An unknown e-mail and a wrong password are one answer, in the same time. */
export function signIn(
  db: Database,
  secret: Uint8Array,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<{ user: SessionUser; email: string; token: string }> {
  const attempt: Attempt = { scope: 'signIn', address, subject: email };
  return turns.take(address, async () => {
    const wait = await readWaits(db, attempt, limits);
    if (wait.address > 0) throw tooManyAttempts(wait.address);
    // The account's limit must not lock its owner out: an address that has not failed for it may still be right.
    if (wait.subject > 0 && wait.failedHere) throw tooManyAttempts(wait.subject);

    const member = await findMemberByEmail(db, email);
    if (!(await passwordFits(password, member?.passwordHash)) || !member) {
      await insertFailure(db, attempt);
      if (wait.subject > 0) throw tooManyAttempts(wait.subject);
      throw new Refusal(400, wrong, { beside: { error: { message: wrong } } });
    }
    const user = { id: member.id, name: member.name, type: member.role };
    return { user, email: member.email, token: await beginSession(db, secret, user) };
  });
}
