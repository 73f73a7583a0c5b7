import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

const flagColumn = (name: string) => text(name).$type<'Y' | ''>().notNull().default('');

export const remarks = pgTable(
  'remarks',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    memberId: integer('member_id').references(() => members.id),
    remark: text('remark').notNull(),
    whatsapp: flagColumn('whatsapp'),
    telephone: flagColumn('telephone'),
    statusRefund: flagColumn('status_refund'),
    voided: flagColumn('voided'),
    chargeback: flagColumn('chargeback'),
    reportError: flagColumn('report_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('remarks_order').on(t.orderId, t.id),
    check(
      'remarks_flags',
      sql`${t.whatsapp} in ('Y', '') and ${t.telephone} in ('Y', '') and ${t.statusRefund} in ('Y', '')
        and ${t.voided} in ('Y', '') and ${t.chargeback} in ('Y', '') and ${t.reportError} in ('Y', '')`,
    ),
  ],
);
