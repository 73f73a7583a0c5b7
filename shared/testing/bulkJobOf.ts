import type { BulkJob } from '../api/bulkCalls.ts';

/** A running job with 12 of 30 orders done. */
export function bulkJobOf(changes: Partial<BulkJob> = {}): BulkJob {
  const { state = 'running' } = changes;
  return {
    jobId: '1c7e0a52-3a7b-4b0f-8a43-0f4f7f0f6b11',
    action: 'assign',
    folderName: 'newOrder',
    state,
    total: 30,
    finished: 12,
    done: 12,
    refused: 0,
    failed: [],
    message: '12 assigned',
    actionId: null,
    finishedAt: state === 'running' ? null : new Date().toISOString(),
    ...changes,
  };
}
