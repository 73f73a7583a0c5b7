import type { ParsedInput } from 'shared/api/call';
import type { MailServiceProvider } from 'shared/api/fields';
import { noSuchTeamMember, type teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { isDemotion, isPromotion } from 'shared/rules/team';
import { type Database, within } from '../db/database.ts';
import { type Member, deleteSessionsOf } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import { queuePasswordChanged, queuePasswordLink } from '../mail/passwordMails.ts';
import { dropPasswordLink } from '../team/passwordLinkQueries.ts';
import { beginDeparture } from './departure.ts';
import {
  beginTeamChange,
  findMember,
  findTeam,
  insertTeamMember,
  markDeleted,
  refuseNamesake,
  refuseRole,
  refusingDoubles,
  type TeamRow,
  updateTeamMember,
} from './teamQueries.ts';

/** All members, by role, then by name. */
export async function listTeam(db: Database): Promise<TeamMember[]> {
  return (await findTeam(db)).map(toTeamMember);
}

/** One member. Throws a 404. */
export async function teamMemberInfo(db: Database, id: number): Promise<TeamMember> {
  const [member] = await findTeam(db, id);
  if (!member) throw noSuchMember();
  return toTeamMember(member);
}

const noSuchMember = () => new Refusal(404, noSuchTeamMember);

function toTeamMember({ role, unfinished, hasPassword, linkState, linkReason, linkExpiresAt, ...row }: TeamRow) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    type: role,
    unfinished_orders: unfinished,
    has_password: hasPassword,
    link: linkState && {
      state: linkState,
      reason: linkReason,
      expires_at: linkExpiresAt === null ? null : new Date(linkExpiresAt).toISOString(),
    },
  };
}

interface NewMember {
  member: Member;
  /** Of the mail with a link. */
  provider: MailServiceProvider;
  /** Of the password that was typed; null: none was. */
  passwordHash: string | null;
}

/** Adds a member, with a password or, where none was given, with a link to choose one. */
export async function addMember(
  db: Database,
  { name, email, type, sendLink }: ParsedInput<typeof teamCalls.addMember>,
  { member, provider, passwordHash }: NewMember,
) {
  const id = await refusingDoubles(() =>
    within(db, async (tx) => {
      const actor = await beginTeamChange(tx, member);
      refuseRole(actor, type);
      await refuseNamesake(tx, { name, email }, 0);
      const added = await insertTeamMember(tx, { name, email, role: type, passwordHash });
      if (sendLink === 'Y')
        await queuePasswordLink(tx, { memberId: added, recipient: email, provider, askedBy: actor.id });
      return added;
    }),
  );
  const message = sendLink === 'Y' ? `${name} was added. The link goes to ${email}.` : `${name} was added.`;
  return { message, data: { id } };
}

interface MemberUpdate {
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
  { member, provider, passwordHash }: MemberUpdate,
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

/** Deletes a member: their sessions end, and their unfinished orders go back to their folders (rules 14.27). */
export async function deleteMember(db: Database, teamMemberId: number, member: Member) {
  const unfinished = await within(db, async (tx) => {
    const actor = await beginTeamChange(tx, member);
    const gone = await findMember(tx, teamMemberId);
    if (!gone) throw noSuchMember();
    refuseRole(actor, gone.role);
    if (gone.id === actor.id) throw new Refusal(409, 'Nobody deletes themselves. Ask another Admin.');
    await markDeleted(tx, gone.id);
    await deleteSessionsOf(tx, gone.id);
    await dropPasswordLink(tx, gone.id);
    return beginDeparture(tx, gone.id, actor.id);
  });
  return { message: 'Team member deleted successfully.', data: { unfinished_orders: unfinished } };
}
