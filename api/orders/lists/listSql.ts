import { type AnyColumn, getTableColumns, type Placeholder, sql, type SQL } from 'drizzle-orm';
import { orderRow, type OrderRow } from 'shared/api/orderRow';
import { processMonth } from 'shared/format/dates';
import { type FolderName, folders } from 'shared/rules/folders';
import { isoText, oneOf } from '../../db/schema/columns.ts';
import { orders } from '../../db/schema/orders.ts';

interface PlaceColumns {
  status: AnyColumn | SQL;
  assignedTo: AnyColumn | SQL;
  waits: SQL;
  /** The stored value for "unassigned": null in orders, and 0 in counts, whose key cannot contain null. */
  nobody: null | 0;
}

export const folderColumns = {
  status: orders.processStatus,
  assignedTo: orders.assignedTo,
  waits: sql`${orders.customerWroteAt} is not null`,
  nobody: null,
} as const;

/** Lists, counts and "Next order" share this condition, so that a count always matches its list. */
export function inFolder(name: FolderName, memberId: number | Placeholder, columns: PlaceColumns): SQL {
  const { statuses, assignee, unhandled } = folders[name];
  // Literals instead of parameters, so that the planner can use a partial index.
  const anyOf = sql`${columns.status} in (${oneOf(statuses)})`;
  // Must equal the condition of the index (`isOneOf` in the schema).
  const isOneOf = statuses.length > 1 && columns.nobody === null ? sql`(${anyOf}) is true` : anyOf;
  const rightStatus = unhandled ? sql`(${columns.waits} and ${isOneOf})` : isOneOf;
  if (assignee === 'me') return sql`(${rightStatus} and ${columns.assignedTo} = ${memberId})`;
  if (assignee === 'anybody') return rightStatus;
  const nobody = columns.nobody === null ? sql`${columns.assignedTo} is null` : sql`${columns.assignedTo} = 0`;
  return sql`(${rightStatus} and ${nobody})`;
}

/** A row as read, without `process_month`, which is computed from `processing_date`. */
export type ReadRow = Omit<OrderRow, 'process_month'>;

interface OtherField {
  /** Expression on `orders`, aliased as the field unless `answer` is given. */
  read: SQL;
  /** Returns the field's expression for rows named `alias`, with `members` joined as `assignee`. */
  answer?: (alias: SQL) => SQL;
}

const longestFirstWords = 160;

/** The start of the customer's oldest unhandled message. If the message has no text: the name of its file. */
const firstWords = sql`case when orders.customer_wrote_at is not null then (
  select left(coalesce(nullif(text, ''), original_name), ${sql.raw(String(longestFirstWords))})
  from customer_messages
  where customer_messages.order_id = orders.order_id and member_id is null
    and customer_messages.created_at >= orders.customer_wrote_at
  order by id limit 1) end`;

const newestMessage = sql`case when orders.customer_wrote_at is not null then (
  select max(id)::float8 from customer_messages where customer_messages.order_id = orders.order_id and member_id is null) end`;

/** Fields that are not columns of `orders`. */
const others: Partial<Record<keyof ReadRow, OtherField>> = {
  assign_to: { read: sql`assigned_to`, answer: () => sql`assignee.name` },
  customer_wrote: { read: sql`customer_wrote_at is not null as customer_wrote` },
  waiting_since: { read: sql`customer_wrote_at`, answer: (alias) => isoText(sql`${alias}.customer_wrote_at`) },
  first_words: { read: sql`${firstWords} as first_words` },
  newest_message: { read: sql`${newestMessage} as newest_message` },
  email_bounced: { read: sql`bounced_address is not null as email_bounced` },
};

const texts: Record<string, (value: SQL) => SQL> = {
  date: (value) => sql`${value}::text`,
  'timestamp with time zone': isoText,
};

const typeOf = new Map(Object.values(getTableColumns(orders)).map((column) => [column.name, column.getSQLType()]));
const fields = (Object.keys(orderRow.entries) as (keyof OrderRow)[]).filter((field) => field !== 'process_month');
for (const field of fields) {
  if (!others[field] && !typeOf.has(field)) throw new Error(`Orders have no column for ${field}: add its SQL`);
}

/** The columns that a list reads in addition to its sort key. */
export const readColumns: SQL = sql.join(
  fields.map((field) => others[field]?.read ?? sql.identifier(field)),
  sql`, `,
);

/** Returns each field's expression for rows of `readColumns` named `alias`, with `members` joined as `assignee`. */
export function answeredColumns(alias: SQL): SQL {
  const answers = fields.map((field) => {
    const value = sql`${alias}.${sql.identifier(field)}`;
    const answer = others[field]?.answer?.(alias) ?? texts[typeOf.get(field) ?? '']?.(value) ?? value;
    return sql`${answer} as ${sql.identifier(field)}`;
  });
  return sql.join(answers, sql`, `);
}

/** Omits other columns, such as the sort key. */
export function toRow(read: ReadRow): OrderRow {
  const row: Partial<Record<keyof OrderRow, unknown>> = {};
  for (const field of fields) row[field] = read[field];
  row.process_month = read.processing_date && processMonth(read.processing_date);
  return row as OrderRow;
}
