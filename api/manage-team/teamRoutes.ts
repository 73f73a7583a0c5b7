import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ParsedInput } from 'shared/api/call';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { teamCalls, teamMemberNotFound } from 'shared/api/teamCalls';
import { roles, type Action } from 'shared/rules/permissions';
import { isDemotion, isLead, isPromotion } from 'shared/rules/team';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { HttpError } from '../http/HttpError.ts';
import { serve } from '../http/serve.ts';
import { type Member, deleteSessionsOf } from '../http/session.ts';
import { queuePasswordChanged, queuePasswordLink } from '../mail/passwordMails.ts';
import { defaultProvider } from '../mail/queueMail.ts';
import { deletePasswordLink } from '../team/choosePassword.ts';
import { findActiveMember, insertMember } from '../team/memberQueries.ts';
import { hashNewPassword } from '../team/password.ts';
import { beginOffboarding } from './offboarding.ts';
import { beginTeamChange, assertUniqueMember, assertMayManage, findTeam, mapUniqueViolations } from './teamQueries.ts';

/** Rules 14.1 to 14.8. */
export function teamRoutes(app: FastifyInstance) {
  const provider = defaultProvider(app.context.settings);
  const givingRole = {
    extraPermissions: ({ type }: Record<string, unknown>): Action[] => (isLead(type) ? ['team.changeLeads'] : []),
    prepare: async ({ password }: { password: string }) => (password === '' ? null : hashNewPassword(password)),
  };
  serve(app, teamCalls.team, async (_input, { db }) => ({ message: 'The team', data: await findTeam(db) }));
  serve(app, teamCalls.teamRoles, async () => ({ message: 'The roles', data: [...roles] }));
  serve(app, teamCalls.teamMember, async ({ id }, { db }) => {
    const [member] = await findTeam(db, id);
    if (!member) throw new HttpError(404, teamMemberNotFound);
    return { message: 'The team member', data: member };
  });
  serve(
    app,
    teamCalls.addMember,
    (input, { db, member, prepared }) => addMember(db, input, { member, provider, passwordHash: prepared }),
    givingRole,
  );
  serve(
    app,
    teamCalls.updateMember,
    (input, { db, member, prepared }) => updateMember(db, input, { member, provider, passwordHash: prepared }),
    givingRole,
  );
  serve(app, teamCalls.deleteMember, ({ teamMemberId }, { db, member }) => deleteMember(db, teamMemberId, member));
}

interface TeamChange {
  member: Member;
  provider: MailServiceProvider;
  /** Null if no password was typed. */
  passwordHash: string | null;
}

async function addMember(
  db: Database,
  { name, email, type, sendLink }: ParsedInput<typeof teamCalls.addMember>,
  { member, provider, passwordHash }: TeamChange,
) {
  const id = await mapUniqueViolations(() =>
    inTransaction(db, async (tx) => {
      const actor = await beginTeamChange(tx, member);
      assertMayManage(actor, type);
      await assertUniqueMember(tx, { name, email }, 0);
      const added = await insertMember(tx, { name, email, role: type, passwordHash });
      if (sendLink === 'Y')
        await queuePasswordLink(tx, { memberId: added, recipient: email, provider, askedBy: actor.id });
      return added;
    }),
  );
  const message =
    sendLink === 'Y' ? `${name} was added. We’ll email a password link to ${email}.` : `${name} was added.`;
  return { message, data: { id } };
}

/**
 * An empty password keeps the current one, except after a promotion (rule 14.29). A new role, name, email or password
 * ends the member's sessions (rule 3.15). Links: rule 14.21; orders: rule 14.27.
 */
async function updateMember(
  db: Database,
  { tmId, name, email, type, sendLink }: ParsedInput<typeof teamCalls.updateMember>,
  { member, provider, passwordHash }: TeamChange,
) {
  let sends = false;
  const unfinished = await mapUniqueViolations(() =>
    inTransaction(db, async (tx) => {
      const actor = await beginTeamChange(tx, member);
      const before = await assertActiveMember(tx, tmId);
      assertMayManage(actor, before.role);
      assertMayManage(actor, type);
      if (tmId === actor.id && type !== before.role) {
        const message = 'You can’t change your own role. Ask another Admin.';
        throw new HttpError(409, message, { errors: { type: message } });
      }
      await assertUniqueMember(tx, { name, email }, tmId);
      const promoted = isPromotion(before.role, type);
      const moved = email.toLowerCase() !== before.email.toLowerCase();
      if (passwordHash && before.passwordHash) {
        await queuePasswordChanged(tx, { memberId: tmId, provider, askedBy: actor.id });
      }
      const changed = { name, email, role: type, ...((passwordHash || promoted) && { passwordHash }) };
      await tx.update(members).set(changed).where(eq(members.id, tmId));
      if (passwordHash || type !== before.role || name !== before.name || moved) await deleteSessionsOf(tx, tmId);
      if (passwordHash || promoted || moved) await deletePasswordLink(tx, tmId);
      sends = sendLink === 'Y' || (promoted && !passwordHash);
      if (sends) await queuePasswordLink(tx, { memberId: tmId, recipient: email, provider, askedBy: actor.id });
      return isDemotion(before.role, type) ? beginOffboarding(tx, tmId, actor.id) : 0;
    }),
  );
  const message = sends
    ? `Changes to ${name} saved. We’ll email a password link to ${email}.`
    : `Changes to ${name} saved.`;
  return { message, data: { unfinished_orders: unfinished } };
}

async function assertActiveMember(tx: Transaction, id: number) {
  const found = await findActiveMember(tx, id);
  if (!found) throw new HttpError(404, teamMemberNotFound);
  return found;
}

/** Also unassigns the member's unfinished orders (rule 14.27). */
async function deleteMember(db: Database, teamMemberId: number, member: Member) {
  const unfinished = await inTransaction(db, async (tx) => {
    const actor = await beginTeamChange(tx, member);
    const leavingMember = await assertActiveMember(tx, teamMemberId);
    assertMayManage(actor, leavingMember.role);
    if (leavingMember.id === actor.id) throw new HttpError(409, 'You can’t delete yourself. Ask another Admin.');
    // The row stays for the history. Other members may then use its name and email.
    await tx
      .update(members)
      .set({ deletedAt: sql`now()` })
      .where(eq(members.id, leavingMember.id));
    await deleteSessionsOf(tx, leavingMember.id);
    await deletePasswordLink(tx, leavingMember.id);
    return beginOffboarding(tx, leavingMember.id, actor.id);
  });
  return { message: 'Team member deleted successfully.', data: { unfinished_orders: unfinished } };
}
