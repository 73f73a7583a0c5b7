import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { remarkSnippets } from '../../db/schema/remarks.ts';

type Snippet = typeof remarkSnippets.$inferSelect;

/** A member's own and the team's, by title. */
export const findSnippets = (db: Database, memberId: number): Promise<Snippet[]> =>
  db
    .select()
    .from(remarkSnippets)
    .where(or(eq(remarkSnippets.memberId, memberId), isNull(remarkSnippets.memberId)))
    .orderBy(asc(sql`lower(${remarkSnippets.title})`), asc(remarkSnippets.id));

/** A snippet that this member can see; null: there is none. */
export async function lockSnippet(tx: Transaction, id: number, memberId: number): Promise<Snippet | null> {
  const [snippet] = await tx
    .select()
    .from(remarkSnippets)
    .where(and(eq(remarkSnippets.id, id), or(eq(remarkSnippets.memberId, memberId), isNull(remarkSnippets.memberId))))
    .for('update');
  return snippet ?? null;
}

/** How many this member, or with null the team, has. */
export const countSnippets = (tx: Transaction, memberId: number | null): Promise<number> =>
  tx.$count(
    remarkSnippets,
    memberId === null ? isNull(remarkSnippets.memberId) : eq(remarkSnippets.memberId, memberId),
  );

export async function insertSnippet(
  tx: Transaction,
  snippet: Pick<Snippet, 'memberId' | 'title' | 'text'>,
): Promise<Snippet> {
  const [row] = await tx.insert(remarkSnippets).values(snippet).returning();
  return row!;
}

export async function updateSnippet(
  tx: Transaction,
  id: number,
  words: Pick<Snippet, 'title' | 'text'>,
): Promise<Snippet> {
  const [row] = await tx
    .update(remarkSnippets)
    .set({ ...words, changedAt: sql`now()` })
    .where(eq(remarkSnippets.id, id))
    .returning();
  return row!;
}

export async function removeSnippet(tx: Transaction, id: number): Promise<void> {
  await tx.delete(remarkSnippets).where(eq(remarkSnippets.id, id));
}
