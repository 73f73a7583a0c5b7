import { type AnyColumn, getTableColumns, type Placeholder, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { orderRow, type OrderRow } from 'shared/api/orderRow';
import { processMonth } from 'shared/format/dates';
import { type FolderName, folders } from 'shared/rules/folders';
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

/** How a list reads its rows: each field of the contract's row by the column of `orders` that bears its name, or as said here. */

/** Fields that follow from others. */
const derived = {
  process_month: ({ processing_date }: Partial<OrderRow>) => processing_date && processMonth(processing_date),
};

/** A list's row as the database answers it: the contract's, but for what follows from it. */
export type ReadRow = Omit<OrderRow, keyof typeof derived>;

interface OtherField {
  /** What is read of `orders`, under the field's name unless `answer` says what becomes of it. */
  read: SQL;
  /** With `members` joined as `assignee`. */
  answer?: SQL;
}

/** Fields that no column of `orders` is named as. */
const others: Partial<Record<keyof ReadRow, OtherField>> = {
  assign_to: { read: sql`assigned_to`, answer: sql`assignee.name` },
  customer_wrote: { read: sql`customer_wrote_at is not null as customer_wrote` },
  email_bounced: { read: sql`bounced_address is not null as email_bounced` },
};

/** A moment as the contract writes it: ISO 8601 in UTC, with milliseconds. */
export function isoText(value: SQLWrapper): SQL {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Each driver has its own idea of days and times: they are asked for as text. */
const texts: Record<string, (value: SQL) => SQL> = {
  date: (value) => sql`${value}::text`,
  'timestamp with time zone': isoText,
};

const typeOf = new Map(Object.values(getTableColumns(orders)).map((column) => [column.name, column.getSQLType()]));
const fields = (Object.keys(orderRow.entries) as (keyof OrderRow)[]).filter(
  (field): field is keyof ReadRow => !(field in derived),
);
for (const field of fields) {
  if (!others[field] && !typeOf.has(field))
    throw new Error(`A row's ${field} is no column of orders: say how it is read`);
}

/** What a list reads of `orders`, beside the key that it is sorted by. */
export const readColumns: SQL = sql.join(
  fields.map((field) => others[field]?.read ?? sql.identifier(field)),
  sql`, `,
);

/** The fields of a `ReadRow` by rows of `readColumns` called `alias`; `members` is joined as `assignee`. */
function answeredFields(alias: SQL): Record<keyof ReadRow, SQL> {
  const answer = (field: keyof ReadRow): SQL => {
    const value = sql`${alias}.${sql.identifier(field)}`;
    return others[field]?.answer ?? texts[typeOf.get(field) ?? '']?.(value) ?? value;
  };
  return Object.fromEntries(fields.map((field) => [field, answer(field)])) as Record<keyof ReadRow, SQL>;
}

/** The same as columns of a `select`. */
export const answeredColumns = (alias: SQL): SQL =>
  sql.join(
    Object.entries(answeredFields(alias)).map(([field, value]) => sql`${value} as ${sql.identifier(field)}`),
    sql`, `,
  );

/** A read row as the contract's: what else was read beside it stays behind. */
export function toRow(read: ReadRow): OrderRow {
  const row: Partial<Record<keyof OrderRow, unknown>> = {};
  for (const field of fields) row[field] = read[field];
  row.process_month = derived.process_month(read);
  return row as OrderRow;
}
