import { useEffect, useRef } from 'react';
import { orderCalls, type BulkJob } from 'shared/api/orderCalls';
import { bulkMovedOn, bulkStarted, CallError, forgetBulk, send, toastError, useRunningBulks } from 'shared/desk';
import type { BulkAction, FolderName } from 'shared/rules/folders';

export interface BulkProgress {
  action: BulkAction;
  finished: number;
  total: number;
}

/** The action on orders of this folder that the API is working off, if there is one. `onEnd`: once, when it has ended. */
export function useBulkJob(folder: FolderName, onEnd: (job: BulkJob) => void) {
  const bulk = useRunningBulks(({ byFolder }) => byFolder[folder]);
  const ended = bulk?.job && bulk.job.state !== 'running' ? bulk.job : null;
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!ended) return;
    forgetBulk(folder, ended.jobId);
    latest.current(ended);
  }, [folder, ended]);

  return {
    progress:
      bulk && !ended
        ? { action: bulk.action, finished: bulk.job?.finished ?? 0, total: bulk.job?.total ?? bulk.total }
        : null,
    /** From now on the shell follows it. */
    started: (jobId: string, action: BulkAction, total: number) => bulkStarted(folder, { jobId, action, total }),
    /** What is done stays done. */
    cancel: async () => {
      if (!bulk) return;
      try {
        const { data } = await send(orderCalls.cancelBulk, { jobId: bulk.jobId });
        // Its end is told by who follows it.
        if (data.state === 'running') bulkMovedOn(folder, data);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // A dead session has had its toast.
        if (error.httpStatus !== 401) toastError(error.message);
      }
    },
  };
}
