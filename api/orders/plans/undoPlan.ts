import { count } from 'shared/format/count';
import { orderStatus } from 'shared/rules/orderStatus';
import { may, whoMay, type Action } from 'shared/rules/permissions';
import type { Actor } from '../../http/authorise.ts';
import type { LockedOrder } from '../changes/changeQueries.ts';
import { type BulkPlan, changeText, type Decision, type Failure, planRights } from './plan.ts';
import { reopens } from './movePlan.ts';
import { beforesOf, changesInTheWay, forgetBefores, type Before, type UndoableKind } from './undoQueries.ts';

type ChangeInTheWay = Awaited<ReturnType<typeof changesInTheWay>>[number];

interface Undoing {
  actionId: string;
  kind: UndoableKind;
  /** Text written together with the move, which stays. */
  stays?: 'comment' | 'question' | null;
}

/**
 * Gives each order of a member's own action what it had before, unless somebody has changed it since, or the member
 * themselves by what they have not taken back.
 */
export function undoPlan({ actionId, kind, stays = null }: Undoing, member: Actor): BulkPlan {
  const befores = new Map<string, Before>();
  const inTheWay = new Map<string, ChangeInTheWay>();
  return {
    // Taking back is no action that could be taken back.
    undoable: false,
    lookUp: async (tx, locked) => {
      const orderIds = locked.map((order) => order.orderId);
      for (const before of await beforesOf(tx, actionId, orderIds)) befores.set(before.orderId, before);
      const changed = locked.filter(({ orderId, version }) => befores.get(orderId)?.version !== version);
      if (changed.length === 0) return;
      const action = { actionId, memberId: member.id };
      for (const change of await changesInTheWay(tx, action, changed)) inTheWay.set(change.orderId, change);
    },
    decide: (order) => {
      const before = befores.get(order.orderId);
      const change = inTheWay.get(order.orderId);
      if (!before || change) return { failure: changedSince(order, change) };
      return decideUndo(order, before, member);
    },
    // An Undo of many may be cancelled, and asked for again: then only the rest is left.
    alongWith: async (tx, changed) => {
      if (changed.length === 0) return;
      const orderIds = changed.map((order) => order.orderId);
      await forgetBefores(tx, actionId, orderIds);
    },
    texts: {
      // Read once the order is decided about: before that nothing is known of it.
      get one() {
        const [before] = befores.values();
        return stays ? `Move taken back. The ${stays} stays.` : `Undone. Order ${before && isAgain(before, kind)}.`;
      },
      several: (n) => `Undone. ${count(n)} ${n === 1 ? 'order' : 'orders'} ${areAgain[kind]}`,
    },
  };
}

/** "100198 is back in Pending", "100198 is unassigned" */
function isAgain({ orderId, processStatus, assigneeName }: Before, kind: UndoableKind): string {
  if (kind !== 'assign' && kind !== 'release') return `${orderId} is back in ${orderStatus[processStatus].label}`;
  return assigneeName ? `${orderId} is assigned to ${assigneeName} again` : `${orderId} is unassigned`;
}

/** The result of taking back each kind of action. */
const areAgain: Record<UndoableKind, string> = {
  assign: 'unassigned',
  release: 'assigned again',
  move: 'moved back',
  delete: 'restored',
  restore: 'deleted again',
};

function decideUndo(order: LockedOrder, before: Before, member: Actor): Decision {
  const missing = missingRight(order, before, member);
  if (missing) return { failure: mayNot(missing) };
  const comesBack = before.assignedTo !== order.assignedTo || reopens(order.status, before.processStatus);
  if (before.assigneeLeftAt && comesBack && before.processStatus !== 'Deleted') return { failure: hasLeft(before) };
  const { processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund } = before;
  const set = {
    ...{ processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt },
    // Only a move to Refunds has changed it.
    ...(order.status === 'Refunds' && { refund }),
  };
  const line =
    processStatus === order.status
      ? ({ field: 'assign_to', from: order.assigneeName, to: before.assigneeName } as const)
      : ({ field: 'process_status', from: order.status, to: processStatus } as const);
  return { change: { kind: 'undo', set, ...line } };
}

/**
 * The inverse needs the right to do it: who was demoted since may no longer restore what they deleted. Whoever restored
 * may take that back, also where they may not delete: the order goes back to where they found it.
 */
function missingRight(order: LockedOrder, before: Before, { id, role }: Actor): Action | null {
  if (order.status !== before.processStatus) {
    const { move, restore } = planRights;
    const { needs } = order.status === 'Deleted' || before.processStatus === 'Deleted' ? restore : move;
    return may(role, needs) ? null : needs;
  }
  const { assign, release } = planRights;
  const isAnothers = order.assignedTo !== null && order.assignedTo !== id;
  if (isAnothers && !may(role, release.ofAnother)) return release.ofAnother;
  const toAnother = before.assignedTo !== null && before.assignedTo !== id;
  return toAnother && !may(role, assign.ofAnother) ? assign.ofAnother : null;
}

const mayNot = (right: Action): Failure => ({
  httpStatus: 403,
  message: `Only ${whoMay(right)} can take this back now.`,
  several: (n) => `${count(n)} that only ${whoMay(right)} can take back`,
});

const hasLeft = ({ assigneeName }: Before): Failure => ({
  httpStatus: 409,
  message: `Undo is no longer possible: ${assigneeName} has left the team.`,
  several: (n) => `${count(n)} of ${assigneeName}, who has left the team`,
});

function changedSince({ orderId }: LockedOrder, change: ChangeInTheWay | undefined): Failure {
  const by = change ? (change.by ?? 'Arrival Desk') : 'somebody else';
  const what = change ? changeText(change) : `${orderId} has changed`;
  return {
    httpStatus: 409,
    message: `Undo is no longer possible: ${what}.`,
    by,
    several: (n) => `${count(n)} changed since by ${by}`,
  };
}
