import { maxSynchronousOrders } from 'shared/api/fields/bulkInput';
import type { Database } from '../../db/database.ts';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/authorise.ts';
import { HttpError } from '../../http/HttpError.ts';
import { undoPlan } from '../plans/undoPlan.ts';
import {
  isLastAction,
  kindOfAction,
  lockAction,
  markUndone,
  ordersOfAction,
  undoableKindOf,
  writtenWithMove,
} from '../plans/undoQueries.ts';
import { beginBulkJob } from './bulkJobs.ts';
import { runningJobOf } from './bulkJobQueries.ts';
import { changeOrders } from './changeOrders.ts';

/** Skips orders that others have changed since. Only the last twenty actions of a day exist (`deleteOldActions`). */
export async function undoAction(db: Database, actionId: string, member: Actor) {
  return db.transaction(async (tx) => {
    const own = { actionId, memberId: member.id };
    const action = await lockAction(tx, own);
    if (!action) throw unknownAction(await kindOfAction(tx, own));
    if (action.takenBackAt) throw new HttpError(409, 'This was already undone.');
    const running = await runningJobOf(tx, actionId);
    if (running === 'action') throw new HttpError(409, 'This action is still running. Cancel it first.');
    if (running === 'undo') throw new HttpError(409, 'This is already being undone.');
    if (!(await isLastAction(tx, action))) throw new HttpError(409, 'Undo your later actions first.');

    const orderIds = await ordersOfAction(tx, actionId, maxSynchronousOrders + 1);
    const stays = orderIds.length === 1 ? await writtenWithMove(tx, actionId) : null;
    const plan = undoPlan({ actionId, kind: await undoableKindOf(tx, actionId), stays }, member);
    if (orderIds.length > maxSynchronousOrders) {
      const work = { action: 'undo', actionId } as const;
      return beginBulkJob(tx, { work, plan, member, orders: { ofAction: actionId } });
    }
    const answer = await changeOrders(tx, { orderIds, plan, member });
    await markUndone(tx, actionId);
    return answer;
  });
}

/** Kinds that have no snapshots, because they do not move an order. */
const notKept: readonly string[] = ['remark', 'upload', 'undo', 'ask', 'reply', 'withdraw'] satisfies HistoryKind[];

function unknownAction(kind: string | undefined): HttpError {
  if (kind === undefined) return new HttpError(404, 'Action not found');
  if (kind === 'refund') return new HttpError(409, 'A refund cannot be undone: its email has been sent.');
  if (notKept.includes(kind)) return new HttpError(409, 'This cannot be undone.');
  return new HttpError(409, 'This can no longer be undone.');
}
