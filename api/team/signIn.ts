import type { SessionUser } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import { addressKey } from '../http/connections.ts';
import { deviceCaller, LoginThrottle } from '../http/LoginThrottle.ts';
import { Refusal } from '../http/Refusal.ts';
import { beginSession } from '../http/authorise.ts';
import { isMarked, markMember, type DeviceMark } from './deviceMark.ts';
import { findMemberByEmail, holdPassword } from './memberQueries.ts';
import { passwordFits, passwordsAtOnce } from './password.ts';

/** Rules 3.4: only failures count. The last of those that wait still gets its answer within a second. */
const throttle = new LoginThrottle(
  'signIn',
  {
    perCaller: { failures: 10, seconds: 60 },
    perSubject: { failures: 5, seconds: 15 * 60 },
    newStrangers: 20,
  },
  { atOnce: passwordsAtOnce, waiting: 20 },
);

const wrong = 'The e-mail or password is not right. Check both, then try again.';

/**
 * Signs a member in. An unknown e-mail and a wrong password are one answer, in the same time. `mark` is what the browser
 * kept of earlier sign-ins; the answer has the one to keep now.
 */
export async function signIn(
  db: Database,
  secret: Uint8Array,
  { email, password, address, mark }: { email: string; password: string; address: string; mark: DeviceMark | null },
): Promise<{ user: SessionUser; email: string; token: string; mark: DeviceMark }> {
  // Nobody but a browser with a genuine mark makes this query without waiting.
  const isKnown = mark && isMarked(mark, await findMemberByEmail(db, email));
  const caller = isKnown ? deviceCaller(mark.device) : addressKey(address);
  const signedIn = await throttle.attempt(db, { caller, subject: email }, async () => {
    const member = await findMemberByEmail(db, email);
    const fits = await passwordFits(password, member?.passwordHash);
    if (!fits || !member?.passwordHash) return null;
    const begun = await beginUnlessChanged(db, secret, { id: member.id, passwordHash: member.passwordHash });
    return begun && { ...begun, mark: markMember(mark, member) };
  });
  if (!signedIn) throw new Refusal(400, wrong, { beside: { error: { message: wrong } } });
  return signedIn;
}

/**
 * A session, unless the password was changed while it was checked: that ended all sessions, and must end this one, too. It
 * says the name and the role that the member has by now.
 */
function beginUnlessChanged(
  db: Database,
  secret: Uint8Array,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<{ user: SessionUser; email: string; token: string } | null> {
  return db.transaction(async (tx) => {
    const held = await holdPassword(tx, id, passwordHash);
    if (!held) return null;
    const user = { id, name: held.name, type: held.role };
    return { user, email: held.email, token: await beginSession(tx, secret, user) };
  });
}
