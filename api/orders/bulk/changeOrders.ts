import { randomUUID } from 'node:crypto';
import type { BulkResult } from 'shared/api/orderCalls';
import { type Database, within } from '../../db/database.ts';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import type { BulkPlan } from '../plans/bulkPlan.ts';
import { changeTogether } from './changeTogether.ts';
import { doneText } from './doneText.ts';
import { reasonTexts } from './reasonTexts.ts';

interface Bulk {
  orderIds: readonly string[];
  member: Actor;
  plan: BulkPlan;
  /** The version of the one order as the caller saw it. */
  version?: number | undefined;
}

/**
 * Does the same to one or many orders, in one transaction, and answers per order (rules 8.8): 200
 * when at least one was done, else the first failure's status with the same `data`.
 */
export async function changeOrders(
  db: Database,
  { orderIds, member, plan, version }: Bulk,
): Promise<{ message: string; data: BulkResult }> {
  const actionId = randomUUID();
  const { done, failures, failed, changed } = await within(db, (tx) =>
    changeTogether(tx, { orderIds, plan, member, actionId, version }),
  );

  const data = {
    done,
    failed,
    actionId: changed > 0 && plan.undoable ? actionId : null,
  };
  const [first] = failures;
  const reasons = reasonTexts(failures).map(({ text }) => text);
  if (done.length === 0 && first) {
    throw new Refusal(first.httpStatus, orderIds.length === 1 ? first.message : reasons.join(', '), { data });
  }
  const { one, already = one } = plan.texts;
  if (orderIds.length === 1) return { message: changed > 0 ? one : already, data };
  const message = doneText(plan.texts, { done: done.length, changed });
  return { message: [message, ...reasons].join(', '), data };
}
