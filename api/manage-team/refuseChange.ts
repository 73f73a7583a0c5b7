import type { Role } from 'shared/rules/permissions';
import { isLead } from 'shared/rules/team';
import type { Transaction } from '../db/database.ts';
import { requireRight } from '../http/authorise.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { sessionEnded } from '../http/session.ts';
import { findLivingMember, findNamesakes } from '../team/memberQueries.ts';
import { lockTeam } from './teamQueries.ts';

/**
 * Begins a change of the team: none other is under way from here on. Whoever asked is looked at once more, for somebody
 * may have deleted or demoted them while they waited. So an Admin is always left: the one who acts, and nobody acts upon
 * themselves. Throws a 401 or a 403.
 */
export async function beginTeamChange(tx: Transaction, member: Member): Promise<{ id: number; role: Role }> {
  await lockTeam(tx);
  const actor = await findLivingMember(tx, member.id);
  if (!actor) throw sessionEnded();
  requireRight(actor.role, 'team.change');
  return actor;
}

/** 403 unless the actor may make, change or delete members of this role. */
export function refuseRole({ role }: { role: Role }, of: Role): void {
  if (isLead(of)) requireRight(role, 'team.changeLeads');
}

/** 409, under the field, when another member has the name or the e-mail. */
export async function refuseNamesake(
  tx: Transaction,
  typed: { name: string; email: string },
  except: number,
): Promise<void> {
  const { sameName, sameEmail } = await findNamesakes(tx, typed, except);
  const errors = {
    ...(sameName !== null && { name: `There is a member called ${sameName} already.` }),
    ...(sameEmail !== null && { email: `${sameEmail} already uses this e-mail.` }),
  };
  const [first] = Object.values(errors);
  if (first) throw new Refusal(409, first, { errors });
}

/**
 * What `work` does, with the database's own refusal of a name or an e-mail that is there twice told as this one: another
 * program than the API may have written it.
 */
export async function refusingDoubles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = doubles[violated(error) ?? ''];
    if (!text) throw error;
    throw new Refusal(409, text.message, { errors: { [text.field]: text.message } });
  }
}

const doubles: Readonly<Record<string, { field: string; message: string } | undefined>> = {
  members_name: { field: 'name', message: 'Another member is called so already.' },
  members_email: { field: 'email', message: 'Another member already uses this e-mail.' },
};

/** The unique index that an error tells of. */
function violated(error: unknown): string | null {
  const { code, constraint } = ((error as Error).cause ?? error) as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? null) : null;
}
