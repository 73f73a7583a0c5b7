import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Failed sign-ins, password changes and trackings, links that open nothing and documents of customers that cannot be opened, for their
 * limits. No e-mail is kept: `subject` is a digest.
 */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    scope: text('scope')
      .$type<'signIn' | 'track' | 'trackEmail' | 'choosePassword' | 'changePassword' | 'message'>()
      .notNull(),
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [
    index('failed_attempts_address').on(t.scope, t.address, t.at),
    index('failed_attempts_subject').on(t.scope, t.subject, t.at),
  ],
);
