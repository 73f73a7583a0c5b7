import type { MailServiceProvider } from 'shared/api/fields';
import type { ParsedInput } from 'shared/api/call';
import type { teamCalls } from 'shared/api/teamCalls';
import { isDemotion, isPromotion } from 'shared/rules/team';
import { type Database, within } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { deleteSessionsOf } from '../http/sessionQueries.ts';
import { queuePasswordChanged } from '../mail/passwordChangedMail.ts';
import { queuePasswordLink } from '../mail/queuePasswordLink.ts';
import { dropPasswordLink } from '../team/passwordLinkQueries.ts';
import { beginDeparture } from './freeOrders.ts';
import { noSuchMember } from './listTeam.ts';
import { beginTeamChange, refuseNamesake, refuseRole, refusingDoubles } from './refuseChange.ts';
import { findMember, updateTeamMember } from './teamQueries.ts';

interface Asked {
  member: Member;
  /** Of the mail with a link. */
  provider: MailServiceProvider;
  /** Of the password that was typed; null: none was. */
  passwordHash: string | null;
}

/**
 * Changes a member. An empty password stays what it was, except after a promotion: the member then gets a link to choose
 * one (rules 14.29). Another role, name, e-mail or password ends their sessions: role and name stand in their token (rules
 * 3.9). Another e-mail or password and a promotion invalidate their link (rules 14.21). With a lesser role their unfinished orders go back (rules 14.27).
 */
export async function updateMember(
  db: Database,
  { tmId, name, email, type, sendLink }: ParsedInput<typeof teamCalls.updateMember>,
  { member, provider, passwordHash }: Asked,
) {
  let sends = false;
  const unfinished = await refusingDoubles(() =>
    within(db, async (tx) => {
      const actor = await beginTeamChange(tx, member);
      const before = await findMember(tx, tmId);
      if (!before) throw noSuchMember();
      refuseRole(actor, before.role);
      refuseRole(actor, type);
      if (tmId === actor.id && type !== before.role) throw ownRole();
      await refuseNamesake(tx, { name, email }, tmId);
      const promoted = isPromotion(before.role, type);
      const moved = email.toLowerCase() !== before.email.toLowerCase();
      if (passwordHash && before.passwordHash) {
        await queuePasswordChanged(tx, { memberId: tmId, provider, askedBy: actor.id });
      }
      await updateTeamMember(tx, tmId, {
        ...{ name, email, role: type },
        ...((passwordHash || promoted) && { passwordHash }),
      });
      if (passwordHash || type !== before.role || name !== before.name || moved) await deleteSessionsOf(tx, tmId);
      if (passwordHash || promoted || moved) await dropPasswordLink(tx, tmId);
      sends = sendLink === 'Y' || (promoted && !passwordHash);
      if (sends) await queuePasswordLink(tx, { memberId: tmId, recipient: email, provider, askedBy: actor.id });
      return isDemotion(before.role, type) ? beginDeparture(tx, tmId, actor.id) : 0;
    }),
  );
  const message = `${name} was changed.`;
  return {
    message: sends ? `${message} The link goes to ${email}.` : message,
    data: { unfinished_orders: unfinished },
  };
}

const ownRole = () => {
  const message = 'Nobody changes their own role. Ask another Admin.';
  return new Refusal(409, message, { errors: { type: message } });
};
