import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { remarkCalls, RemarkSnippet } from 'shared/api/remarkCalls';
import { may, whoMay } from 'shared/rules/permissions';
import type { Database, Transaction } from '../db/database.ts';
import { remarkSnippets } from '../db/schema/remarks.ts';
import type { Member } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';

/** So many a member may have, and so many the team: they are answered all at once. */
const mostSnippets = 200;

/** One's own snippets and the team's, by title. */
export async function snippetsOf(db: Database, member: Member): Promise<RemarkSnippet[]> {
  return (await findSnippets(db, member.id)).map(toSnippet);
}

/** Makes a snippet, or changes one that is one's own or, for those who may, the team's. */
export async function saveSnippet(
  db: Database,
  { id, title, text, team }: ParsedInput<typeof remarkCalls.saveSnippet>,
  member: Member,
) {
  return db.transaction(async (tx) => {
    const words = { title, text };
    if (id !== undefined) {
      await lockForChange(tx, id, member);
      return { message: 'Snippet saved.', data: toSnippet(await updateSnippet(tx, id, words)) };
    }
    const memberId = team === 'Y' ? null : member.id;
    refuseUnlessMay(memberId, member);
    if ((await countSnippets(tx, memberId)) >= mostSnippets) {
      throw new Refusal(409, `There are ${mostSnippets} snippets already. Delete one first.`);
    }
    return { message: 'Snippet saved.', data: toSnippet(await insertSnippet(tx, { memberId, ...words })) };
  });
}

/** Deletes a snippet that is one's own or, for those who may, the team's. */
export async function deleteSnippet(db: Database, id: number, member: Member) {
  return db.transaction(async (tx) => {
    await lockForChange(tx, id, member);
    await removeSnippet(tx, id);
    return { message: 'Snippet deleted.', data: null };
  });
}

async function lockForChange(tx: Transaction, id: number, member: Member): Promise<void> {
  const snippet = await lockSnippet(tx, id, member.id);
  if (!snippet) throw new Refusal(404, 'There is no such snippet');
  refuseUnlessMay(snippet.memberId, member);
}

function refuseUnlessMay(ownerId: number | null, { role }: Member): void {
  if (ownerId === null && !may(role, 'snippets.changeTeam')) {
    throw new Refusal(403, `Only ${whoMay('snippets.changeTeam')} can change the team’s snippets.`);
  }
}

const toSnippet = ({ id, title, text, memberId }: typeof remarkSnippets.$inferSelect): RemarkSnippet => ({
  id,
  title,
  text,
  own: memberId !== null,
});

type Snippet = typeof remarkSnippets.$inferSelect;

/** A member's own and the team's, by title. */
const findSnippets = (db: Database, memberId: number): Promise<Snippet[]> =>
  db
    .select()
    .from(remarkSnippets)
    .where(or(eq(remarkSnippets.memberId, memberId), isNull(remarkSnippets.memberId)))
    .orderBy(asc(sql`lower(${remarkSnippets.title})`), asc(remarkSnippets.id));

/** A snippet that this member can see; null: there is none. */
async function lockSnippet(tx: Transaction, id: number, memberId: number): Promise<Snippet | null> {
  const [snippet] = await tx
    .select()
    .from(remarkSnippets)
    .where(and(eq(remarkSnippets.id, id), or(eq(remarkSnippets.memberId, memberId), isNull(remarkSnippets.memberId))))
    .for('update');
  return snippet ?? null;
}

/** How many this member, or with null the team, has. */
const countSnippets = (tx: Transaction, memberId: number | null): Promise<number> =>
  tx.$count(
    remarkSnippets,
    memberId === null ? isNull(remarkSnippets.memberId) : eq(remarkSnippets.memberId, memberId),
  );

async function insertSnippet(tx: Transaction, snippet: Pick<Snippet, 'memberId' | 'title' | 'text'>): Promise<Snippet> {
  const [row] = await tx.insert(remarkSnippets).values(snippet).returning();
  return row!;
}

async function updateSnippet(tx: Transaction, id: number, words: Pick<Snippet, 'title' | 'text'>): Promise<Snippet> {
  const [row] = await tx
    .update(remarkSnippets)
    .set({ ...words, changedAt: sql`now()` })
    .where(eq(remarkSnippets.id, id))
    .returning();
  return row!;
}

async function removeSnippet(tx: Transaction, id: number): Promise<void> {
  await tx.delete(remarkSnippets).where(eq(remarkSnippets.id, id));
}
