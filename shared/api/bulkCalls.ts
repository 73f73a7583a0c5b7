/** A member's own bulk jobs: rule 21.4. */
import * as v from 'valibot';
import { folderNames } from '../rules/folders.ts';
import { call, noInput } from './call.ts';

export const bulkJob = v.object({
  jobId: v.string(),
  action: v.picklist(['assign', 'release', 'handle', 'move', 'delete', 'restore', 'refund', 'undo']),
  /** Null if the orders were given by id, and for an Undo. */
  folderName: v.nullable(v.picklist(folderNames)),
  state: v.picklist(['running', 'done', 'cancelled', 'failed']),
  total: v.number(),
  /**
   * The number of processed orders: done, refused or unchanged. A job processes the ids of a call in their sequence,
   * and a folder's orders by id.
   */
  finished: v.number(),
  done: v.number(),
  refused: v.number(),
  /** The first 500 failures. */
  failed: v.array(v.object({ orderId: v.string(), message: v.string(), by: v.optional(v.string()) })),
  /** "96 assigned, 2 already taken by Max Manager". */
  message: v.string(),
  actionId: v.nullable(v.string()),
  /** Null while the job runs. */
  finishedAt: v.nullable(v.string()),
});
export type BulkJob = v.InferOutput<typeof bulkJob>;

const jobId = v.pipe(v.string(), v.uuid('There is no such bulk action'));
const noBulk = { 404: 'You have no such bulk action' };

export const bulkCalls = {
  jobs: call({
    method: 'GET',
    path: '/admin/bulk',
    needs: 'orders.read',
    summary: 'The progress of your newest bulk jobs: at most three, kept for a day after they end',
    input: noInput,
    data: v.array(bulkJob),
  }),
  bulkProgress: call({
    method: 'GET',
    path: '/admin/bulk/:jobId',
    needs: 'orders.read',
    summary: 'The progress of one of your bulk jobs',
    refuses: noBulk,
    input: v.object({ jobId }),
    data: bulkJob,
  }),
  cancelBulk: call({
    method: 'DELETE',
    path: '/admin/bulk/:jobId',
    needs: 'orders.read',
    summary: 'Cancel the rest of a bulk job; orders already processed keep their changes',
    refuses: noBulk,
    input: v.object({ jobId }),
    data: bulkJob,
  }),
};
