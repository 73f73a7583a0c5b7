import { noSuchTeamMember, type TeamMember } from 'shared/api/teamCalls';
import type { Database } from '../db/database.ts';
import { Refusal } from '../http/Refusal.ts';
import { findTeam, type TeamRow } from './teamQueries.ts';

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

export const noSuchMember = () => new Refusal(404, noSuchTeamMember);

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
