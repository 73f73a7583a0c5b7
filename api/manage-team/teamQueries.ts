import { and, eq, isNull, sql } from 'drizzle-orm';
import { roles, type Role } from 'shared/rules/permissions';
import { folders } from 'shared/rules/folders';
import type { TeamMember } from 'shared/api/teamCalls';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { countedFacts } from '../orders/lists/countQueries.ts';

/**
 * Changes of the team are made one after the other: what one decides by (who is Admin, which names there are) no other
 * changes before it has ended.
 */
export async function lockTeam(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(advisoryLocks.team))})`);
}

export interface TeamRow {
  id: number;
  name: string;
  email: string;
  role: Role;
  unfinished: number;
  hasPassword: boolean;
  linkState: NonNullable<TeamMember['link']>['state'] | null;
  linkReason: string | null;
  linkExpiresAt: string | Date | null;
}

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** The members, by role and name; with an id that one alone. Orders are counted by the kept counts. */
export async function findTeam(db: Database, id?: number): Promise<TeamRow[]> {
  const { rows } = await db.execute(sql`
    with unfinished as (
      select facts.assigned_to, sum(facts.n)::int as n from ${countedFacts}
      where facts.assigned_to <> 0 and facts.process_status in (${listed(folders.myOrder.statuses)})
      group by 1
    )
    select members.id, members.name, members.email, members.role, coalesce(unfinished.n, 0) as unfinished,
      members.password_hash is not null as "hasPassword",
      case
        when links.mail_id is null then null
        when mails.state in ('failed', 'bounced', 'complained', 'unknown') then 'failed'
        when links.expires_at <= now() then 'expired'
        when mails.state = 'queued' then 'queued'
        else 'sent'
      end as "linkState", mails.reason as "linkReason", links.expires_at as "linkExpiresAt"
    from members
    left join unfinished on unfinished.assigned_to = members.id
    left join password_links as links on links.member_id = members.id
    left join mails on mails.id = links.mail_id
    where members.deleted_at is null ${id === undefined ? sql`` : sql`and members.id = ${id}`}
    order by array_position(array[${listed(roles)}]::text[], members.role), lower(members.name), members.id`);
  return rows as unknown as TeamRow[];
}

/** A member to be changed; null: there is none, or they were deleted. */
export async function findMember(db: Database, id: number) {
  const [member] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)));
  return member ?? null;
}

type Member = typeof members.$inferSelect;

export async function insertTeamMember(
  tx: Transaction,
  member: Pick<Member, 'name' | 'email' | 'role' | 'passwordHash'>,
): Promise<number> {
  const [added] = await tx.insert(members).values(member).returning({ id: members.id });
  return added!.id;
}

export async function updateTeamMember(
  tx: Transaction,
  id: number,
  changed: Partial<Pick<Member, 'name' | 'email' | 'role' | 'passwordHash'>>,
): Promise<void> {
  await tx.update(members).set(changed).where(eq(members.id, id));
}

/** The row stays, for the history names it; name and e-mail are free again. */
export async function markDeleted(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(members)
    .set({ deletedAt: sql`now()` })
    .where(eq(members.id, id));
}
