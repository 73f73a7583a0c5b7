import { sql } from 'drizzle-orm';
import { boolean, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';

export const gateways = pgTable(
  'gateways',
  {
    id: serial('id').primaryKey(),
    gatewayName: text('gateway_name').notNull().unique(),
    isActive: boolean('is_active').notNull().default(false),
  },
  // At most one is active; that at least one is, a trigger keeps.
  (t) => [
    uniqueIndex('gateways_active')
      .on(t.isActive)
      .where(sql`${t.isActive}`),
  ],
);
