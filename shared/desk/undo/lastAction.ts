/**
 * What this member did in this tab and can take back, one after the other: under Undo in its toast, and under `Z` after
 * that. A federated singleton.
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { actionsKept } from '../../rules/undo.ts';
import { useSession } from '../session/session.ts';

export interface LastAction {
  /** Names the change for the API. */
  actionId: string;
  /** Whose it is: a session that changes hands in this tab must not take it back. */
  memberId: number;
  /** What its toast said: "3 deleted". */
  words: string | null;
  /** In ms. An Undo that has to be tried again comes back to its place by that. */
  at?: number;
  /** The one order that it changed, where it was one. */
  orderId?: string;
  /** A job is still doing it, whose id stands for the action's until then. */
  atWork?: true;
}

export interface UndoUnderWay {
  jobId: string;
  memberId: number;
  /** The toast that says how far it is. */
  toastId: string;
}

interface LastActionState {
  /** Null: nothing was done yet, or all was taken back. It outlives a reload, as its toast does not. */
  last: LastAction | null;
  /** What was done before it, oldest first: `Z` comes to each in its turn. */
  earlier: readonly LastAction[];
  /** The action or the job that Undo comes to next; null: none. */
  newest: string | null;
  /** An Undo of very many orders that the API is working off; null: none, or its end was told. */
  underWay: UndoUnderWay | null;
  /** What came back by the last Undo, until a list has found it; null after that. */
  broughtBack: { orderIds: readonly string[]; at: number } | null;
  /** The e-mails that `Z` took back. */
  mailsTakenBack: readonly number[];
}

const nothingDone: LastActionState = {
  last: null,
  earlier: [],
  newest: null,
  underWay: null,
  broughtBack: null,
  mailsTakenBack: [],
};

/** A list that is opened later has nothing to do with it. */
const looksFor = 5_000;

export const useLastAction = create<LastActionState>()(
  persist(() => nothingDone, {
    name: 'last-action',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ last, earlier, newest, underWay }) => ({ last, earlier, newest, underWay }) as LastActionState,
  }),
);

const allOf = ({ earlier, last }: LastActionState) => (last ? [...earlier, last] : []);

function keep(actions: readonly LastAction[]) {
  const kept = actions.slice(-actionsKept);
  const last = kept.at(-1) ?? null;
  useLastAction.setState({ earlier: kept.slice(0, -1), last, newest: last?.actionId ?? null });
}

interface Done {
  words?: string | null;
  /** The job that did it: it has had its place since that began. */
  jobId?: string;
  /** The one order that was changed. */
  orderId?: string;
}

/** From now on this is what `Z` takes back first. */
export function rememberAction(actionId: string, words: string | null = null) {
  rememberDone(actionId, { words });
}

/** The same, of what a job did or of what was done to one order. */
export function rememberDone(actionId: string, { words = null, jobId, orderId }: Done) {
  const memberId = useSession.getState().user?.id;
  if (memberId === undefined) return;
  const actions = allOf(useLastAction.getState());
  const action = { actionId, memberId, words, at: Date.now(), ...(orderId && { orderId }) };
  const begun = actions.findIndex((other) => other.atWork && other.actionId === jobId);
  if (begun < 0) keep([...actions.filter((other) => other.actionId !== actionId), action]);
  else keep(actions.with(begun, { ...action, at: actions[begun]!.at }));
}

/** The API began a job that can be taken back once it has ended, and nothing from before it until then. */
export function jobBegan(jobId: string) {
  const memberId = useSession.getState().user?.id;
  if (memberId === undefined) return;
  const job = { actionId: jobId, memberId, words: null, at: Date.now(), atWork: true } as const;
  keep([...allOf(useLastAction.getState()), job]);
}

/** It ended and changed nothing, or the API knows it no more. */
export function forgetAction(actionOrJobId: string) {
  keep(allOf(useLastAction.getState()).filter(({ actionId }) => actionId !== actionOrJobId));
}

/** What was done to this order can no longer be taken back: its refund's mail is out. */
export function forgetActionsOf(orderId: string) {
  keep(allOf(useLastAction.getState()).filter((action) => action.orderId !== orderId));
}

/** Whether Undo comes to it next: the API refuses what came before something that is not taken back. */
export const isNewest = (actionOrJobId: string) => useLastAction.getState().newest === actionOrJobId;

/** Whether something that was done after it is not taken back: then its own turn has not come. */
export const isFollowed = (action: LastAction) =>
  allOf(useLastAction.getState()).some((other) => timeOf(other) > timeOf(action));

const timeOf = ({ at = 0 }: LastAction) => at;

/**
 * Takes an action out of the memory, so that two Undos of it never run: this one, else the last. Null when there is none
 * of this member; one that a job is still at stays.
 */
export function takeAction(actionId?: string): LastAction | null {
  const actions = allOf(useLastAction.getState());
  const taken = actionId ? actions.find((action) => action.actionId === actionId) : actions.at(-1);
  if (!taken || taken.memberId !== useSession.getState().user?.id) return null;
  if (!taken.atWork) forgetAction(taken.actionId);
  return taken;
}

/** It could not be taken back for now: `Z` may try again, in its turn. */
export function putBack(action: LastAction) {
  if (action.memberId !== useSession.getState().user?.id) return;
  keep([...allOf(useLastAction.getState()), action].toSorted((a, b) => timeOf(a) - timeOf(b)));
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
