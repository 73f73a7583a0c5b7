import { sql } from 'drizzle-orm';
import type { TeamMember } from 'shared/api/teamCalls';
import { folders } from 'shared/rules/folders';
import { type Role, roles } from 'shared/rules/permissions';
import { isLead } from 'shared/rules/team';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { isoText, oneOf } from '../db/schema/columns.ts';
import { assertRight } from '../http/authorise.ts';
import { type Member, sessionEnded } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import { countedFacts } from '../orders/lists/folderCounts.ts';
import { findActiveMember, findNamesakes } from '../team/memberQueries.ts';

export async function findTeam(db: Database, id?: number): Promise<TeamMember[]> {
  const { rows } = await db.execute(sql`
    with unfinished as (
      select facts.assigned_to, sum(facts.n)::int as n from ${countedFacts}
      where facts.assigned_to <> 0 and facts.process_status in (${oneOf(folders.myOrder.statuses)})
      group by 1
    )
    select members.id, members.name, members.email, members.role as type,
      coalesce(unfinished.n, 0) as unfinished_orders, members.password_hash is not null as has_password,
      case when links.mail_id is not null then json_build_object(
        'state', case
          when mails.state in ('failed', 'bounced', 'complained', 'unknown') then 'failed'
          when links.expires_at <= now() then 'expired'
          when mails.state = 'queued' then 'queued'
          else 'sent'
        end,
        'reason', mails.reason,
        'expires_at', ${isoText(sql`links.expires_at`)}
      ) end as link
    from members
    left join unfinished on unfinished.assigned_to = members.id
    left join password_links as links on links.member_id = members.id and links.used_at is null
    left join mails on mails.id = links.mail_id
    where members.deleted_at is null ${id === undefined ? sql`` : sql`and members.id = ${id}`}
    order by array_position(array[${oneOf(roles)}]::text[], members.role), lower(members.name), members.id`);
  return rows as unknown as TeamMember[];
}

/** Reads the acting member again, because they may just have been deleted or demoted. Throws 401 or 403. */
export async function beginTeamChange(tx: Transaction, member: Member): Promise<{ id: number; role: Role }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(advisoryLocks.team))})`);
  const actor = await findActiveMember(tx, member.id);
  if (!actor) throw sessionEnded();
  assertRight(actor.role, 'team.change');
  return actor;
}

/** Throws 403 if `of` is a lead's role and the acting member may not change leads. */
export function assertMayManage({ role }: { role: Role }, of: Role): void {
  if (isLead(of)) assertRight(role, 'team.changeLeads');
}

/** Throws 409 if another member has this name or email, with an error for each field that is taken. */
export async function assertUniqueMember(tx: Transaction, typed: { name: string; email: string }, except: number) {
  const { sameName, sameEmail } = await findNamesakes(tx, typed, except);
  const errors = {
    ...(sameName !== null && { name: `A member named ${sameName} already exists.` }),
    ...(sameEmail !== null && { email: `${sameEmail} already uses this email.` }),
  };
  const [first] = Object.values(errors);
  if (first) throw new HttpError(409, first, { errors });
}

/** Maps unique violations to the 409 of `assertUniqueMember`, because another program may write a conflicting row. */
export async function mapUniqueViolations<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = ((error as Error).cause ?? error) as { constraint?: string };
    const errors = namesakes[constraint ?? ''];
    if (!errors) throw error;
    throw new HttpError(409, Object.values(errors)[0]!, { errors });
  }
}

/** Field errors by the unique index that is violated. */
const namesakes: Readonly<Record<string, Record<string, string> | undefined>> = {
  members_name: { name: 'Another member already has this name.' },
  members_email: { email: 'Another member already uses this email.' },
};
