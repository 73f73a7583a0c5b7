import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { customType, date, text, timestamp } from 'drizzle-orm/pg-core';
import type { AccessOrigin } from 'shared/rules/accessOrigin';

/** Sorts order ids by byte, regardless of the database's collation. */
export const orderIdText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const day = (name: string) => date(name, { mode: 'string' });

/** The site that the customer used. Null for rows older than this column, and for messages and changes by others. */
export const accessOrigin = () => text('origin').$type<AccessOrigin>();

/** Quotes values for `in (…)`. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/** ISO 8601 in UTC with milliseconds. Statements select times as text, because pg and PGlite parse them differently. */
export const isoText = (value: SQLWrapper): SQL =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
