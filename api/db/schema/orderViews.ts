import { sql } from 'drizzle-orm';
import { bigserial, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accessOrigins } from 'shared/rules/accessOrigin';
import { accessOrigin, moment, oneOf } from './columns.ts';
import { orderReference } from './orders.ts';

/** `tracked`: order id and e-mail were right; `opened`: the page of the order was loaded. */
export const viewKinds = ['tracked', 'opened'] as const;

/** When customers looked at their order. Append-only, which a trigger keeps; not each load is a row (rules 13.34). */
export const orderViews = pgTable(
  'order_views',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    at: moment('at').notNull().defaultNow(),
    how: text('how').$type<(typeof viewKinds)[number]>().notNull(),
    ip: text('ip').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** IANA name. */
    timezone: text('timezone'),
    origin: accessOrigin(),
  },
  (t) => [
    index('order_views_order').on(t.orderId, t.at),
    check('order_views_how', sql`${t.how} in (${oneOf(viewKinds)})`),
    check('order_views_origin', sql`${t.origin} in (${oneOf(accessOrigins)})`),
  ],
);
