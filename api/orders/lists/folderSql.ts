import { sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm';
import { folders, type FolderName } from 'shared/rules/folders';
import { orders } from '../../db/schema/orders.ts';

/** Columns that say where an order is: of the orders themselves, or of their counts. */
interface PlaceColumns {
  status: AnyColumn | SQL;
  assignedTo: AnyColumn | SQL;
  /** How "nobody" is stored: null in orders, 0 in counts (a key column cannot be null). */
  nobody: null | 0;
}

/** The columns of the orders themselves. */
export const orderPlace = { status: orders.processStatus, assignedTo: orders.assignedTo, nobody: null } as const;

/**
 * The rule of `shared/rules/folders` as SQL: which orders a folder holds for a member. The one place where it is turned
 * into SQL; lists, counts and "next order" all ask here, so a count is always the total of its list.
 */
export function inFolder(name: FolderName, memberId: number | Placeholder, columns: PlaceColumns): SQL {
  const { statuses, assignee } = folders[name];
  // Literals, not parameters: only so does the planner see that a partial index fits.
  const anyOf = sql`${columns.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`;
  // Of orders, in the words of the indexes of such folders (`isOneOf` in the schema), which say why.
  const rightStatus = statuses.length > 1 && columns.nobody === null ? sql`(${anyOf}) is true` : anyOf;
  if (assignee === 'me') return sql`(${rightStatus} and ${columns.assignedTo} = ${memberId})`;
  if (assignee === 'anybody') return rightStatus;
  const nobody = columns.nobody === null ? sql`${columns.assignedTo} is null` : sql`${columns.assignedTo} = 0`;
  return sql`(${rightStatus} and ${nobody})`;
}
