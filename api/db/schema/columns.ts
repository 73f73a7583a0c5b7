/** What the tables' columns share. */
import { sql } from 'drizzle-orm';
import { customType, date, timestamp } from 'drizzle-orm/pg-core';

/** Order ids sort by their bytes, whatever the database's language. */
export const orderIdText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A moment, whatever the time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A day without a time, as `2026-07-14`. */
export const day = (name: string) => date(name, { mode: 'string' });

/** Texts as they stand between the brackets of `in (…)`. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));
