import type { MailServiceProvider } from 'shared/api/fields';
import type { ParsedInput } from 'shared/api/call';
import type { teamCalls } from 'shared/api/teamCalls';
import type { Database } from '../db/database.ts';
import { within } from '../db/within.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { deleteSessionsOf } from '../http/sessionQueries.ts';
import { queuePasswordLink } from '../mail/queuePasswordLink.ts';
import { hashNewPassword } from '../team/password.ts';
import { dropPasswordLink } from '../team/passwordLinkQueries.ts';
import { noSuchMember } from './listTeam.ts';
import { beginTeamChange, refuseNamesake, refuseRole, refusingDoubles } from './refuseChange.ts';
import { findMember, updateTeamMember } from './teamQueries.ts';

interface Asked {
  member: Member;
  /** Of the mail with a link. */
  provider: MailServiceProvider;
}

/**
 * Changes a member. An empty password stays what it was. With another role, name or password their sessions end: role and
 * name stand in their token (rules 3.9). A link that is out is worth nothing any more once the address or the password is
 * another.
 */
export async function updateMember(
  db: Database,
  { tmId, name, email, type, password, sendLink }: ParsedInput<typeof teamCalls.updateMember>,
  { member, provider }: Asked,
) {
  const passwordHash = password ? await hashNewPassword(password) : null;
  await refusingDoubles(() =>
    within(db, async (tx) => {
      const actor = await beginTeamChange(tx, member);
      const before = await findMember(tx, tmId);
      if (!before) throw noSuchMember();
      refuseRole(actor, before.role);
      refuseRole(actor, type);
      if (tmId === actor.id && type !== before.role) throw ownRole();
      await refuseNamesake(tx, { name, email }, tmId);
      await updateTeamMember(tx, tmId, { name, email, role: type, ...(passwordHash && { passwordHash }) });
      if (passwordHash || type !== before.role || name !== before.name) await deleteSessionsOf(tx, tmId);
      if (passwordHash || email.toLowerCase() !== before.email.toLowerCase()) await dropPasswordLink(tx, tmId);
      if (sendLink === 'Y')
        await queuePasswordLink(tx, { memberId: tmId, recipient: email, provider, askedBy: actor.id });
    }),
  );
  const message = `${name} was changed.`;
  return { message: sendLink === 'Y' ? `${message} The link goes to ${email}.` : message, data: null };
}

const ownRole = () => {
  const message = 'Nobody changes their own role. Ask another Admin.';
  return new Refusal(409, message, { errors: { type: message } });
};
