import { ordersAtOnce } from 'shared/api/bulkInput';
import type { BulkResult } from 'shared/api/orderCalls';
import type { Database } from '../../db/database.ts';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/authorise.ts';
import { Refusal } from '../../http/Refusal.ts';
import { undoPlan } from '../plans/undoPlan.ts';
import {
  isLastAction,
  kindOfAction,
  lockAction,
  markTakenBack,
  ordersOfAction,
  undoableKindOf,
  writtenWithMove,
} from '../plans/undoQueries.ts';
import { beginBulkJob } from './bulkJobs.ts';
import { runningJobOf } from './bulkJobQueries.ts';
import { changeOrders } from './changeOrders.ts';

/**
 * Takes back one's own last action that has not been taken back yet, and then the one before it: each order that nobody
 * else has changed since gets what it had. Many are taken back as they were changed, beside the requests. Only the last
 * twenty of a day can be taken back (`forgetActions`).
 */
export async function undoAction(
  db: Database,
  actionId: string,
  member: Actor,
): Promise<{ message: string; data: BulkResult }> {
  return db.transaction(async (tx) => {
    const own = { actionId, memberId: member.id };
    const action = await lockAction(tx, own);
    if (!action) throw unknownAction(await kindOfAction(tx, own));
    if (action.takenBackAt) throw new Refusal(409, 'This has been taken back already.');
    const running = await runningJobOf(tx, actionId);
    if (running === 'action') throw new Refusal(409, 'This is still being done. Cancel it first.');
    if (running === 'undo') throw new Refusal(409, 'This is being taken back already.');
    if (!(await isLastAction(tx, action))) throw new Refusal(409, 'Take back first what you did after it.');

    const orderIds = await ordersOfAction(tx, actionId, ordersAtOnce + 1);
    const stays = orderIds.length === 1 ? await writtenWithMove(tx, actionId) : null;
    const plan = undoPlan({ actionId, kind: await undoableKindOf(tx, actionId), stays }, member);
    if (orderIds.length > ordersAtOnce) {
      const work = { action: 'undo', actionId } as const;
      return beginBulkJob(tx, { work, plan, member, orders: { ofAction: actionId } });
    }
    const answer = await changeOrders(tx, { orderIds, plan, member });
    await markTakenBack(tx, actionId);
    return answer;
  });
}

/** What is no move, and so was never kept. */
const notKept: readonly string[] = ['remark', 'upload', 'undo', 'ask', 'settle', 'withdraw'] satisfies HistoryKind[];

/** An action that is not kept: not one's own, not one that can be undone, or of long ago. */
function unknownAction(kind: string | undefined): Refusal {
  if (kind === undefined) return new Refusal(404, 'There is no such action');
  if (kind === 'refund') return new Refusal(409, 'A refund cannot be undone: its mail is out.');
  if (notKept.includes(kind)) return new Refusal(409, 'This cannot be undone.');
  return new Refusal(409, 'This can no longer be undone.');
}
