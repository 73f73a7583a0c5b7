import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import { months, type Month } from 'shared/format/dates';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import type { Action } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import type { Member } from '../../http/authorise.ts';
import { Refusal } from '../../http/Refusal.ts';
import { RowStream } from '../../http/serve.ts';
import { listAfter, listPage, type ListScope } from './pageQueries.ts';

/** One page of a folder, or all of it. A page past the end is empty. */
export async function listOrders(
  db: Database,
  { orderName, page, limit, month }: ParsedInput<typeof orderCalls.list>,
  member: Member,
) {
  const scope = listScope(orderName, month, member);
  const message = folders[scope.folder].title;
  if (limit !== 'all') {
    const { rows, total } = await listPage(db, scope, { offset: (page - 1) * limit, limit });
    return { message, data: rows, total };
  }
  const first = await listPage(db, scope, { offset: 0, limit: 1000 });
  if (page > 1) return { message, data: [], total: first.total };
  if (first.total <= first.rows.length) return { message, data: first.rows, total: first.total };
  return { message, data: new RowStream(piecesFrom(db, scope, first)) };
}

/** The first piece, and the rest as it is asked for. */
async function* piecesFrom(db: Database, scope: ListScope, first: Awaited<ReturnType<typeof listPage>>) {
  let { rows, last } = first;
  yield rows;
  while (last) {
    ({ rows, last } = await listAfter(db, scope, last));
    yield rows;
  }
}

/** The folder that is meant, or why there is none: 404 by its name, 400 by a month where there are no months. */
export function listScope(folderName: string, month: Month | undefined, member: Pick<Member, 'id'>): ListScope {
  if (!isFolder(folderName)) throw new Refusal(404, 'There is no such folder');
  if (month !== undefined && folderName !== 'futureOrder') {
    const text = 'Only Future Order has months';
    throw new Refusal(400, text, { errors: { month: text } });
  }
  return { folder: folderName, memberId: member.id, month: month === undefined ? null : months.indexOf(month) + 1 };
}

/** The right that a folder needs beyond reading orders. */
export const rightForFolder = (folderName: unknown): Action | null =>
  isFolder(folderName) ? folders[folderName].needs : null;

const isFolder = (name: unknown): name is FolderName => (folderNames as readonly unknown[]).includes(name);
