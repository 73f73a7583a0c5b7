import type { FastifyInstance } from 'fastify';
import { teamCalls } from 'shared/api/teamCalls';
import { roles, type Action } from 'shared/rules/permissions';
import { isLead } from 'shared/rules/team';
import { serve } from '../http/serve.ts';
import { unchosenProvider } from '../mail/queueMail.ts';
import { hashIfGiven } from '../team/password.ts';
import { addMember, deleteMember, listTeam, teamMemberInfo, updateMember } from './members.ts';

/** Manage Team: rules 14.1 to 14.9. */
export function teamRoutes(app: FastifyInstance) {
  const provider = unchosenProvider(app.desk.settings);
  const givingRole = {
    alsoNeeds: ({ type }: Record<string, unknown>): Action[] => (isLead(type) ? ['team.changeLeads'] : []),
    prepare: ({ password }: { password: string }) => hashIfGiven(password),
  };
  serve(app, teamCalls.team, async (_input, { db }) => ({ message: 'The team', data: await listTeam(db) }));
  serve(app, teamCalls.teamRoles, async () => ({ message: 'The roles', data: [...roles] }));
  serve(app, teamCalls.teamMember, async ({ id }, { db }) => ({
    message: 'The team member',
    data: await teamMemberInfo(db, id),
  }));
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
