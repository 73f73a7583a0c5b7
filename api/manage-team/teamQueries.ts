import { and, eq, isNull, sql } from 'drizzle-orm';
import type { TeamMember } from 'shared/api/teamCalls';
import { folders } from 'shared/rules/folders';
import { type Role, roles } from 'shared/rules/permissions';
import { isLead } from 'shared/rules/team';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { requireRight, type Member, sessionEnded } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import { countedFacts } from '../orders/lists/countQueries.ts';
import { findLivingMember, findNamesakes } from '../team/memberQueries.ts';

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

type MemberRow = typeof members.$inferSelect;

export async function insertTeamMember(
  tx: Transaction,
  member: Pick<MemberRow, 'name' | 'email' | 'role' | 'passwordHash'>,
): Promise<number> {
  const [added] = await tx.insert(members).values(member).returning({ id: members.id });
  return added!.id;
}

export async function updateTeamMember(
  tx: Transaction,
  id: number,
  changed: Partial<Pick<MemberRow, 'name' | 'email' | 'role' | 'passwordHash'>>,
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

/**
 * Begins a change of the team; no other one runs from here on. The acting member is read again, because somebody may
 * have deleted or demoted them meanwhile. An Admin is always left, because nobody changes themselves. Throws a 401 or a
 * 403.
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
 * Runs `work` and turns the database's refusal of a duplicate name or e-mail into ours: another program may have written it.
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
