/** The member's bulk jobs, large Undos included (rule 8.11). The API runs them, even after the tab is closed. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bulkCalls, type BulkJob } from '../../api/bulkCalls.ts';
import { queryClient } from '../calls/queryClient.ts';
import { send } from '../session/send.ts';
import { serverNow } from '../session/clock.ts';
import { useSession } from '../session/session.ts';

const pollingMs = 500;
const pollingAfterErrorMs = 3_000;

const keyFor = (memberId: number | undefined) => ['desk', bulkCalls.jobs.path, memberId] as const;
const keyOf = () => keyFor(useSession.getState().user?.id);
const isRunning = ({ state }: BulkJob) => state === 'running';

/**
 * Running jobs, and those that ended after the last announced job, at most ten minutes before the page opened. Polled
 * while a job runs.
 */
export function useJobs(): readonly BulkJob[] {
  const memberId = useSession(({ user }) => user?.id);
  const { data } = useQuery(
    {
      queryKey: keyFor(memberId),
      queryFn: async ({ signal }) => (await send(bulkCalls.jobs, {}, { signal })).data,
      enabled: memberId !== undefined,
      staleTime: Infinity,
      refetchInterval: ({ state }) =>
        Boolean(state.data?.some(isRunning)) && (state.error ? pollingAfterErrorMs : pollingMs),
    },
    queryClient,
  );
  return useMemo(() => (data ?? []).filter((job) => isRunning(job) || isRecent(job)).map(withFolder), [data]);
}

/** Job id → folder, because the API does not know the folder of orders that it gets by id. */
const selectedIn = new Map<string, BulkJob['folderName']>();

const withFolder = (job: BulkJob): BulkJob => ({
  ...job,
  folderName: job.folderName ?? selectedIn.get(job.jobId) ?? null,
});

/** Shows a job at once and starts polling it. */
export function jobStarted(started: Pick<BulkJob, 'jobId' | 'action' | 'folderName' | 'total'>) {
  const nothingDone = { finished: 0, done: 0, refused: 0, failed: [], message: '', actionId: null, finishedAt: null };
  const job: BulkJob = { ...started, ...nothingDone, state: 'running' };
  selectedIn.set(job.jobId, job.folderName);
  queryClient.setQueryData<BulkJob[]>(keyOf(), (jobs = []) => [job, ...jobs]);
  void refreshJobs();
}

export const refreshJobs = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf() });

/** The storage key of a time on the server's clock: when the job last announced on this device ended. */
const lastToastKey = 'bulks-told';
/** Jobs that ended longer ago than this are not announced. */
const recentMs = 10 * 60_000;

let lastToast = '';
let recentSince: string | undefined;

function readLastToast(): string {
  const elsewhere = localStorage.getItem(lastToastKey) ?? '';
  return elsewhere > lastToast ? elsewhere : lastToast;
}

function isRecent({ finishedAt }: BulkJob): boolean {
  const [before, old] = [readLastToast(), new Date(serverNow() - recentMs).toISOString()];
  recentSince ??= before > old ? before : old;
  return finishedAt !== null && finishedAt > recentSince;
}

/** Returns true only to the first tab that asks on this device; that tab then announces the job's end. */
export function claimEndToast({ finishedAt }: BulkJob): boolean {
  if (finishedAt === null || finishedAt <= readLastToast()) return false;
  lastToast = finishedAt;
  try {
    localStorage.setItem(lastToastKey, lastToast);
  } catch {
    // Without storage, another tab may announce the job again.
  }
  return true;
}
