import type { ParsedInput } from 'shared/api/call';
import type { folderCalls } from 'shared/api/folderCalls';
import { months, type Month } from 'shared/format/dates';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import type { Action } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import type { Member } from '../../http/authorise.ts';
import { HttpError } from '../../http/HttpError.ts';
import { StreamedList } from '../../http/serve.ts';
import { listAfter, listPage, type ListScope } from './pageQueries.ts';

/** A page of a folder, or the whole folder. A page past the end is empty. */
export async function listOrders(
  db: Database,
  { orderName, page, limit, month }: ParsedInput<typeof folderCalls.list>,
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
  return { message, data: new StreamedList(piecesFrom(db, scope, first)) };
}

async function* piecesFrom(db: Database, scope: ListScope, first: Awaited<ReturnType<typeof listPage>>) {
  let { rows, last } = first;
  yield rows;
  while (last) {
    ({ rows, last } = await listAfter(db, scope, last));
    yield rows;
  }
}

/** Throws 404 for an unknown folder, and 400 for a month of a folder without months. */
export function listScope(folderName: string, month: Month | undefined, member: Pick<Member, 'id'>): ListScope {
  if (!isFolder(folderName)) throw new HttpError(404, 'Folder not found');
  if (month !== undefined && folderName !== 'futureOrder') {
    const text = 'Only Future Order has months';
    throw new HttpError(400, text, { errors: { month: text } });
  }
  return { folder: folderName, memberId: member.id, month: month === undefined ? null : months.indexOf(month) + 1 };
}

export const rightForFolder = (folderName: unknown): Action | null =>
  isFolder(folderName) ? folders[folderName].needs : null;

const isFolder = (name: unknown): name is FolderName => (folderNames as readonly unknown[]).includes(name);
