/** What the tables' columns share. */
import { sql } from 'drizzle-orm';
import { customType, date, text, timestamp } from 'drizzle-orm/pg-core';
import type { AccessOrigin } from 'shared/rules/accessOrigin';

/** Order ids sort by their bytes, whatever the database's language. */
export const orderIdText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A moment, whatever the time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A day without a time, as `2026-07-14`. */
export const day = (name: string) => date(name, { mode: 'string' });

/** Null: it was kept before that was recorded, and nobody knows. */
export const accessOrigin = () => text('origin').$type<AccessOrigin>();

/** Texts as they stand between the brackets of `in (…)`. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/** Bytes, such as a digest. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
