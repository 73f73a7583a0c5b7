/**
 * The member's bulks over very many orders, and Undos of such (rules 8.11). The API knows them, so they go on when the
 * screen is left, after a reload and in a new tab.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orderCalls, type BulkJob } from '../../api/orderCalls.ts';
import { queryClient } from '../calls/queryClient.ts';
import { send } from '../session/send.ts';
import { serverNow } from '../session/serverClock.ts';
import { useSession } from '../session/session.ts';

const pollingMs = 500;
const pollingAfterErrorMs = 3_000;

const keyFor = (memberId: number | undefined) => ['desk', orderCalls.jobs.path, memberId] as const;
const keyOf = () => keyFor(useSession.getState().user?.id);
const isRunning = ({ state }: BulkJob) => state === 'running';

/** Those that run, and those that ended since this page was loaded or just before. They are polled while one runs. */
export function useJobs(): readonly BulkJob[] {
  const memberId = useSession(({ user }) => user?.id);
  const { data } = useQuery(
    {
      queryKey: keyFor(memberId),
      queryFn: async ({ signal }) => (await send(orderCalls.jobs, {}, { signal })).data,
      enabled: memberId !== undefined,
      staleTime: Infinity,
      refetchInterval: ({ state }) =>
        Boolean(state.data?.some(isRunning)) && (state.error ? pollingAfterErrorMs : pollingMs),
    },
    queryClient,
  );
  return useMemo(() => (data ?? []).filter((job) => isRunning(job) || isNews(job)).map(withFolder), [data]);
}

/** The folders in which orders were ticked that this page named to the API. */
const tickedIn = new Map<string, BulkJob['folderName']>();

const withFolder = (job: BulkJob): BulkJob => ({
  ...job,
  folderName: job.folderName ?? tickedIn.get(job.jobId) ?? null,
});

/** The API began one: it shows at once, and is polled from now on. */
export function jobStarted({
  jobId,
  action,
  folderName,
  total,
}: Pick<BulkJob, 'jobId' | 'action' | 'folderName' | 'total'>) {
  const job: BulkJob = {
    ...{ jobId, action, folderName, total, state: 'running', finished: 0, done: 0, refused: 0 },
    ...{ failed: [], message: '', actionId: null, finishedAt: null },
  };
  tickedIn.set(jobId, folderName);
  queryClient.setQueryData<BulkJob[]>(keyOf(), (jobs = []) => [job, ...jobs]);
  void refreshJobs();
}

/** Asks how far they are. */
export const refreshJobs = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf() });

/** The end that was told last on this device, by the server's clock. */
const toldKey = 'bulks-told';
/** An end from longer before the first answer than this is no news any more. */
const newsForMs = 10 * 60_000;

let told = '';
let newsSince: string | undefined;

function lastTold(): string {
  const elsewhere = localStorage.getItem(toldKey) ?? '';
  return elsewhere > told ? elsewhere : told;
}

function isNews({ finishedAt }: BulkJob): boolean {
  const [before, old] = [lastTold(), new Date(serverNow() - newsForMs).toISOString()];
  newsSince ??= before > old ? before : old;
  return finishedAt !== null && finishedAt > newsSince;
}

/** Whether this tab is the first of the device to tell its end. */
export function takeEnd({ finishedAt }: BulkJob): boolean {
  if (finishedAt === null || finishedAt <= lastTold()) return false;
  told = finishedAt;
  try {
    localStorage.setItem(toldKey, told);
  } catch {
    // A browser that keeps nothing: the next page may tell it once more.
  }
  return true;
}
