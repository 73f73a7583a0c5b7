import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { moment, orderIdText } from './columns.ts';
import { members } from './members.ts';

/** What a member did that Undo can take back: the last twenty of each member's, for a day (`forgetActions`). */
export const orderActions = pgTable(
  'order_actions',
  {
    actionId: uuid('action_id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A member's last action has their highest. A bulk has it from its beginning, not from its end. */
    place: bigserial('place', { mode: 'number' }).notNull(),
    at: moment('at').notNull().defaultNow(),
    takenBackAt: moment('taken_back_at'),
  },
  (t) => [index('order_actions_member').on(t.memberId, t.place)],
);

/** What an order had before an action changed it: what Undo gives back. */
export const orderActionBefores = pgTable(
  'order_action_befores',
  {
    actionId: uuid('action_id').notNull(),
    orderId: orderIdText('order_id').notNull(),
    /** The order's version once the action was done: still so, and nobody has changed it since; else the history tells. */
    version: integer('version').notNull(),
    processStatus: text('process_status').$type<OrderStatus>().notNull(),
    beforeDeleteStatus: text('before_delete_status').$type<OrderStatus>(),
    assignedTo: integer('assigned_to'),
    assignedAt: moment('assigned_at'),
    processedBy: integer('processed_by'),
    completedAt: moment('completed_at'),
    refund: jsonb('refund').$type<RefundDetails>(),
  },
  // No foreign key: it would be looked up for each of thousands of rows; the clean-up keeps both tables together.
  (t) => [primaryKey({ columns: [t.actionId, t.orderId] })],
);
