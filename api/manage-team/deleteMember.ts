import { type Database, within } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { deleteSessionsOf } from '../http/sessionQueries.ts';
import { dropPasswordLink } from '../team/passwordLinkQueries.ts';
import { beginDeparture } from './freeOrders.ts';
import { noSuchMember } from './listTeam.ts';
import { beginTeamChange, refuseRole } from './refuseChange.ts';
import { findMember, markDeleted } from './teamQueries.ts';

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
