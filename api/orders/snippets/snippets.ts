import type { ParsedInput } from 'shared/api/call';
import type { RemarkSnippet, remarkCalls } from 'shared/api/remarkCalls';
import { may, whoMay } from 'shared/rules/permissions';
import type { Database, Transaction } from '../../db/database.ts';
import type { remarkSnippets } from '../../db/schema/remarks.ts';
import type { Member } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import {
  countSnippets,
  findSnippets,
  insertSnippet,
  lockSnippet,
  removeSnippet,
  updateSnippet,
} from './snippetQueries.ts';

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
