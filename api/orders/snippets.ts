import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { RemarkSnippet } from 'shared/api/remarkCalls';
import type { snippetCalls } from 'shared/api/snippetCalls';
import { may, rolesText } from 'shared/rules/permissions';
import type { Database, Transaction } from '../db/database.ts';
import { remarkSnippets } from '../db/schema/remarks.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';

/** Maximum for each member and for the team, because one response contains all snippets. */
const maxSnippets = 200;

export async function snippetsOf(db: Database, member: Member): Promise<RemarkSnippet[]> {
  const { memberId, title, id } = remarkSnippets;
  const found = await db
    .select()
    .from(remarkSnippets)
    .where(or(eq(memberId, member.id), isNull(memberId)))
    .orderBy(asc(sql`lower(${title})`), asc(id));
  return found.map(toSnippet);
}

export async function saveSnippet(
  db: Database,
  { id, title, text, team }: ParsedInput<typeof snippetCalls.saveSnippet>,
  member: Member,
) {
  return db.transaction(async (tx) => {
    const words = { title, text };
    if (id !== undefined) {
      await lockForChange(tx, id, member);
      const changed = { ...words, changedAt: sql`now()` };
      const [row] = await tx.update(remarkSnippets).set(changed).where(eq(remarkSnippets.id, id)).returning();
      return { message: 'Snippet saved.', data: toSnippet(row!) };
    }
    const memberId = team === 'Y' ? null : member.id;
    assertMayChange(memberId, member);
    const owner = remarkSnippets.memberId;
    if ((await tx.$count(remarkSnippets, memberId === null ? isNull(owner) : eq(owner, memberId))) >= maxSnippets) {
      throw new HttpError(409, `You already have ${maxSnippets} snippets. Delete one first.`);
    }
    const [row] = await tx
      .insert(remarkSnippets)
      .values({ memberId, ...words })
      .returning();
    return { message: 'Snippet saved.', data: toSnippet(row!) };
  });
}

export async function deleteSnippet(db: Database, id: number, member: Member) {
  return db.transaction(async (tx) => {
    await lockForChange(tx, id, member);
    await tx.delete(remarkSnippets).where(eq(remarkSnippets.id, id));
    return { message: 'Snippet deleted.', data: null };
  });
}

async function lockForChange(tx: Transaction, id: number, member: Member): Promise<void> {
  const { memberId } = remarkSnippets;
  const [snippet] = await tx
    .select({ memberId })
    .from(remarkSnippets)
    .where(and(eq(remarkSnippets.id, id), or(eq(memberId, member.id), isNull(memberId))))
    .for('update');
  if (!snippet) throw new HttpError(404, 'Snippet not found.');
  assertMayChange(snippet.memberId, member);
}

function assertMayChange(ownerId: number | null, { role }: Member): void {
  if (ownerId === null && !may(role, 'snippets.changeTeam')) {
    throw new HttpError(403, `Only ${rolesText('snippets.changeTeam')} can change the team’s snippets.`);
  }
}

const toSnippet = ({ id, title, text, memberId }: typeof remarkSnippets.$inferSelect): RemarkSnippet => ({
  id,
  title,
  text,
  own: memberId !== null,
});
