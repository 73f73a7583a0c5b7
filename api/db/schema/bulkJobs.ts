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
import type { BulkJob } from 'shared/api/orderCalls';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';
import { moment } from './columns.ts';
import { members } from './members.ts';

/** The action that a bulk job takes on each of its orders. Stored with the jobs that outlive their request. */
export type BulkWork =
  | { action: 'assign'; assignto: string }
  | { action: 'release' }
  | { action: 'move'; updatingStatus: MoveTarget; refund?: RefundDetails | null | undefined }
  | { action: 'restore' }
  | { action: 'refund' }
  | { action: 'undo'; actionId: string };

/** One reason of a bulk's refusals: what makes it one reason, how often, and how that is told. */
export interface ReasonText {
  reason: string;
  n: number;
  text: string;
}

/** Bulks over a whole folder ("Select all N"), worked off beside the requests. Kept for a day once they have ended. */
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
    /** Orders that it changed, that it left as they were, because they were so already or were refused. */
    changed: integer('changed').notNull().default(0),
    done: integer('done').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** The first 500 that were not done, and why. */
    failed: jsonb('failed').$type<BulkJob['failed']>().notNull().default([]),
    /** How many were refused for each reason, as it is told. */
    reasons: jsonb('reasons').$type<ReasonText[]>().notNull().default([]),
    message: text('message').notNull(),
    /** One for all of its orders. */
    actionId: uuid('action_id').notNull(),
    undoable: boolean('undoable').notNull(),
    /** Portions that failed for no reason of an order's; too many, and the job has failed. */
    faults: integer('faults').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When its last portion was worked off: of several jobs, each gets its turn. */
    workedAt: moment('worked_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    check('bulk_jobs_state', sql`${t.state} in ('running', 'done', 'cancelled', 'failed')`),
    // One at a time for each member.
    uniqueIndex('bulk_jobs_running')
      .on(t.memberId)
      .where(sql`${t.state} = 'running'`),
    index('bulk_jobs_action').on(t.actionId),
  ],
);

/** The orders of a bulk as they were when it was asked for; a portion is gone once it is worked off. */
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
