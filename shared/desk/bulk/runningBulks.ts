/**
 * Actions on whole folders that the API is working off for this member: at most one a folder. They go on when the screen
 * is left, and after a reload of the tab. A federated singleton.
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { BulkJob } from '../../api/orderCalls.ts';
import type { BulkAction, FolderName } from '../../rules/folders.ts';
import { atLogout, useSession } from '../session/session.ts';
import { jobBegan } from '../undo/lastAction.ts';

export interface RunningBulk {
  jobId: string;
  action: BulkAction;
  memberId: number;
  /** How many were meant, until the API has said how many there are. */
  total: number;
  /** What the API said last; null: nothing yet. Once it has ended it stays until its folder's screen has shown it. */
  job: BulkJob | null;
}

interface RunningBulksState {
  byFolder: Partial<Record<FolderName, RunningBulk>>;
}

const isRunning = ({ job }: RunningBulk) => job === null || job.state === 'running';

export const useRunningBulks = create<RunningBulksState>()(
  persist(() => ({ byFolder: {} }) as RunningBulksState, {
    name: 'running-bulks',
    storage: createJSONStorage(() => sessionStorage),
    // What has ended has been told.
    partialize: ({ byFolder }) => ({
      byFolder: Object.fromEntries(Object.entries(byFolder).filter(([, bulk]) => isRunning(bulk))),
    }),
  }),
);

export function bulkStarted(folder: FolderName, bulk: Pick<RunningBulk, 'jobId' | 'action' | 'total'>) {
  const memberId = useSession.getState().user?.id;
  if (memberId === undefined) return;
  put(folder, { ...bulk, memberId, job: null });
  // A refund's mail is out: it takes no Undo, and none away.
  if (bulk.action !== 'refund') jobBegan(bulk.jobId);
}

/** The API said how far it is. */
export function bulkMovedOn(folder: FolderName, job: BulkJob) {
  const bulk = useRunningBulks.getState().byFolder[folder];
  if (bulk?.jobId === job.jobId) put(folder, { ...bulk, job });
}

/** Its end has been shown, or the API knows it no more. */
export function forgetBulk(folder: FolderName, jobId: string) {
  if (useRunningBulks.getState().byFolder[folder]?.jobId === jobId) put(folder, undefined);
}

/** Those of this member that have not ended, by folder. */
export const runningBulks = (): [FolderName, RunningBulk][] =>
  Object.entries(useRunningBulks.getState().byFolder)
    .filter(([, bulk]) => isRunning(bulk) && bulk.memberId === useSession.getState().user?.id)
    .map(([folder, bulk]) => [folder as FolderName, bulk]);

function put(folder: FolderName, bulk: RunningBulk | undefined) {
  useRunningBulks.setState(({ byFolder: { [folder]: _before, ...others } }) => ({
    byFolder: bulk ? { ...others, [folder]: bulk } : others,
  }));
}

atLogout(() => useRunningBulks.setState({ byFolder: {} }));
// The next member of this tab has nothing to do with them. A session that ended comes back: they wait for it.
useSession.subscribe(({ user }) => {
  if (!user) return;
  for (const [folder, bulk] of Object.entries(useRunningBulks.getState().byFolder)) {
    if (bulk.memberId !== user.id) put(folder as FolderName, undefined);
  }
});
