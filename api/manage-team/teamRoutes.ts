import type { FastifyInstance } from 'fastify';
import { teamCalls, teamMemberNotFound } from 'shared/api/teamCalls';
import { roles, type Action } from 'shared/rules/permissions';
import { isLead } from 'shared/rules/team';
import { HttpError } from '../http/HttpError.ts';
import { serve } from '../http/serve.ts';
import { defaultProvider } from '../mail/queueMail.ts';
import { hashNewPassword } from '../team/password.ts';
import { addMember, deleteMember, updateMember } from './members.ts';
import { findTeam } from './teamQueries.ts';

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
