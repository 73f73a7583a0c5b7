import { randomUUID } from 'node:crypto';
import type { BulkResult } from 'shared/api/orderCalls';
import type { Database, Transaction } from '../../db/database.ts';
import { within } from '../../db/within.ts';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import type { BulkPlan } from '../plans/bulkPlan.ts';
import { isLastAction, lockAction } from '../plans/undoQueries.ts';
import { whatRunsOf } from './bulkJobQueries.ts';
import { changeTogether } from './changeTogether.ts';
import { tellDone } from './tellDone.ts';
import { tellReasons } from './tellReasons.ts';

interface Bulk {
  orderIds: readonly string[];
  member: Actor;
  plan: BulkPlan;
  /** The version of the one order as the caller saw it. */
  version?: number | undefined;
  /** One's own last action, of which these orders are the next part: Undo takes all its parts back. */
  continues?: string | undefined;
}

/**
 * Does the same to one or many orders, in one transaction, and answers per order (rules 8.8): 200
 * when at least one was done, else the first failure's status with the same `data`.
 */
export async function changeOrders(
  db: Database,
  { orderIds, member, plan, version, continues }: Bulk,
): Promise<{ message: string; data: BulkResult }> {
  const actionId = continues ?? randomUUID();
  const { done, failures, failed, changed } = await within(db, async (tx) => {
    if (continues) await requireOwnLast(tx, continues, member);
    return changeTogether(tx, { orderIds, plan, member, actionId, version });
  });

  const data = {
    done,
    failed,
    actionId: changed > 0 && plan.undoable ? actionId : null,
  };
  const [first] = failures;
  const reasons = tellReasons(failures).map(({ text }) => text);
  if (done.length === 0 && first) {
    throw new Refusal(first.httpStatus, orderIds.length === 1 ? first.message : reasons.join(', '), { data });
  }
  const message = tellDone(plan.texts, { done: done.length, changed });
  return { message: orderIds.length === 1 ? plan.texts.one : [message, ...reasons].join(', '), data };
}

async function requireOwnLast(tx: Transaction, actionId: string, { id }: Actor) {
  const action = await lockAction(tx, { actionId, memberId: id });
  if (action && !action.takenBackAt && (await isLastAction(tx, action)) && !(await whatRunsOf(tx, actionId))) return;
  throw new Refusal(409, 'Something else was done in between. Do the rest by itself.');
}
