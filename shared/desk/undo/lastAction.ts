/** What this member did last and can take back: under Undo in its toast, and under `Z` after that. A federated singleton. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useSession } from '../session/session.ts';

export interface LastAction {
  /** Names the change for the API. */
  actionId: string;
  /** Whose it is: a session that changes hands in this tab must not take it back. */
  memberId: number;
  /** What its toast said: "3 deleted". */
  words: string | null;
}

export interface UndoUnderWay {
  jobId: string;
  memberId: number;
  /** The toast that says how far it is. */
  toastId: string;
}

interface LastActionState {
  /** Null: nothing was done yet, or it was taken back. It outlives a reload, as its toast does not. */
  last: LastAction | null;
  /**
   * The action that this member did last, or the job that is doing it: also once it was taken back, and what it was. The
   * API takes back no other; null: none yet.
   */
  newest: string | null;
  /** An Undo of very many orders that the API is working off; null: none, or its end was told. */
  underWay: UndoUnderWay | null;
  /** What came back by the last Undo, until a list has found it; null after that. */
  broughtBack: { orderIds: readonly string[]; at: number } | null;
}

const nothingDone: LastActionState = { last: null, newest: null, underWay: null, broughtBack: null };

/** A list that is opened later has nothing to do with it. */
const looksFor = 5_000;

export const useLastAction = create<LastActionState>()(
  persist(() => nothingDone, {
    name: 'last-action',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ last, newest, underWay }) => ({ last, newest, underWay }) as LastActionState,
  }),
);

/** From now on this is what `Z` takes back. */
export function rememberAction(actionId: string, words: string | null = null) {
  const memberId = useSession.getState().user?.id;
  if (memberId !== undefined) useLastAction.setState({ last: { actionId, memberId, words }, newest: actionId });
}

/** The API began a job that can be taken back once it has ended. What was done before it no longer is the last. */
export function jobBegan(jobId: string) {
  useLastAction.setState({ newest: jobId });
}

/** Whether the member did something else since: the API refuses the Undo of what came before that. */
export const isNewest = (actionOrJobId: string) => useLastAction.getState().newest === actionOrJobId;

/** Takes the last action out of the memory, so that two Undos of it never run; null when there is none of this member. */
export function takeLastAction(): LastAction | null {
  const { last } = useLastAction.getState();
  useLastAction.setState({ last: null });
  return last?.memberId === useSession.getState().user?.id ? last : null;
}

/** It could not be taken back for now: `Z` may try again, unless something else was done meanwhile. */
export function putBack(action: LastAction) {
  if (!useLastAction.getState().last && action.memberId === useSession.getState().user?.id) {
    useLastAction.setState({ last: action });
  }
}

/** The API works an Undo off from now on; a page that is loaded meanwhile goes on telling of it. */
export function undoBegan(undo: Pick<UndoUnderWay, 'jobId' | 'toastId'>) {
  const memberId = useSession.getState().user?.id;
  if (memberId !== undefined) useLastAction.setState({ underWay: { ...undo, memberId } });
}

/** Its end was told, or the API knows it no more. */
export function undoEnded(jobId: string) {
  if (useLastAction.getState().underWay?.jobId === jobId) useLastAction.setState({ underWay: null });
}

/** The Undo of this member whose end has not been told. */
export function undoUnderWay(): UndoUnderWay | null {
  const { underWay } = useLastAction.getState();
  return underWay?.memberId === useSession.getState().user?.id ? underWay : null;
}

/** Says which orders came back, for the list that shows them. */
export function ordersCameBack(orderIds: readonly string[]) {
  useLastAction.setState({ broughtBack: { orderIds, at: Date.now() } });
}

/** The first of these that just came back by an Undo: once, for the list that puts the focus there. */
export function findBroughtBack(orderIds: Iterable<string>): string | null {
  const { broughtBack } = useLastAction.getState();
  if (!broughtBack || Date.now() - broughtBack.at > looksFor) return null;
  const back = new Set(broughtBack.orderIds);
  for (const orderId of orderIds) {
    if (!back.has(orderId)) continue;
    useLastAction.setState({ broughtBack: null });
    return orderId;
  }
  return null;
}

useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) useLastAction.setState(nothingDone);
});
