import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BulkJob } from 'shared/api/bulkCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';
import { timestamptz } from './columns.ts';
import { members } from './members.ts';

export type BulkWork =
  | { action: 'assign'; assignto: string }
  | { action: 'release' }
  | { action: 'handle'; seen?: Readonly<Record<string, number>> | undefined }
  | { action: 'move'; updatingStatus: MoveTarget; refund?: RefundDetails | null | undefined }
  | { action: 'restore' }
  | { action: 'refund' }
  | { action: 'undo'; actionId: string };

export interface ReasonText {
  reason: string;
  n: number;
  text: string;
}

/** Actions on a whole folder ("Select all N") or many orders, run in the background. Kept for a day after they end. */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    jobId: uuid('job_id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    work: jsonb('work').$type<BulkWork & { folderName?: string }>().notNull(),
    state: text('state').$type<BulkJob['state']>().notNull().default('running'),
    total: integer('total').notNull().default(0),
    /** Orders that the job changed. `done` also counts orders that were already in the target state. */
    changed: integer('changed').notNull().default(0),
    done: integer('done').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** The first 500 failures. */
    failed: jsonb('failed').$type<BulkJob['failed']>().notNull().default([]),
    reasons: jsonb('reasons').$type<ReasonText[]>().notNull().default([]),
    message: text('message').notNull(),
    actionId: uuid('action_id').notNull(),
    undoable: boolean('undoable').notNull(),
    /** Consecutive failed portions. After too many, the whole job fails. */
    faults: integer('faults').notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When the job's latest portion ran. The job that has waited longest runs next. */
    workedAt: timestamptz('worked_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [
    check('bulk_jobs_state', sql`${t.state} in ('running', 'done', 'cancelled', 'failed')`),
    uniqueIndex('bulk_jobs_running')
      .on(t.memberId)
      .where(sql`${t.state} = 'running'`),
    index('bulk_jobs_action').on(t.actionId),
  ],
);

export const bulkJobPortions = pgTable(
  'bulk_job_portions',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => bulkJobs.jobId, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    orderIds: text('order_ids').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
);
