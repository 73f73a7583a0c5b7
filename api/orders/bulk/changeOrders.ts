import { randomUUID } from 'node:crypto';
import type { BulkResult } from 'shared/api/orderCalls';
import { count } from 'shared/format/count';
import { type Database, type Transaction, within } from '../../db/database.ts';
import type { ReasonText } from '../../db/schema/bulkJobs.ts';
import type { Actor } from '../../http/authorise.ts';
import { Refusal } from '../../http/Refusal.ts';
import {
  type LockedOrder,
  lockOrders,
  type OrderChange,
  refuseStaleOrder,
  writeChanges,
} from '../changes/changeQueries.ts';
import type { BulkPlan, Failure } from '../plans/plan.ts';

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

interface Together {
  orderIds: readonly string[];
  plan: BulkPlan;
  member: Actor;
  actionId: string;
  /** The version of the one order as the caller saw it. */
  version?: number | undefined;
  /** These are some of more, which are worked off in portions. */
  portion?: boolean;
}

/**
 * Does the same to some orders within a transaction, and tells which were done, refused (`failed`: in the words of the
 * answer) and how many really changed.
 */
export async function changeTogether(
  tx: Transaction,
  { orderIds, plan, member, actionId, version, portion }: Together,
) {
  const orders = await lockOrders(tx, orderIds);
  const locked = new Map(orders.map((order) => [order.orderId, order]));
  await plan.lookUp?.(tx, orders);
  const failures: (Failure & { orderId: string })[] = [];
  const done: string[] = [];
  const changes: { orderId: string; order: LockedOrder; change: OrderChange }[] = [];
  for (const orderId of orderIds) {
    const order = locked.get(orderId);
    if (order) await refuseStaleOrder(tx, order, version);
    const decision = order ? plan.decide(order) : { failure: notFound };
    if (decision !== 'alreadySo' && 'failure' in decision) {
      failures.push({ orderId, ...decision.failure });
      continue;
    }
    done.push(orderId);
    if (decision !== 'alreadySo') changes.push({ orderId, order: order!, change: decision.change });
  }
  await writeChanges(tx, changes, { memberId: member.id, actionId, undoable: plan.undoable });
  await plan.alongWith?.(
    tx,
    changes.map(({ order }) => order),
    portion || orderIds.length > 1 ? 'bulk' : 'single',
  );
  const failed = failures.map(({ orderId, message, by }) => ({ orderId, message, ...(by && { by }) }));
  return { done, failures, failed, changed: changes.length };
}

const notFound: Failure = { httpStatus: 404, message: 'Order not found', several: (n) => `${count(n)} not found` };

/** "1 refunded, 2 already so": what several orders became, and what some of those that are done were before. */
export function doneText({ several }: BulkPlan['texts'], { done, changed }: { done: number; changed: number }): string {
  const already = done - changed;
  if (already === 0) return several(done);
  return changed === 0 ? `${count(already)} already so` : `${several(changed)}, ${count(already)} already so`;
}

/** "2 already taken by Max Manager", "1 not found": one text for each reason, added to what earlier portions told. */
export function reasonTexts(failures: readonly Failure[], before: readonly ReasonText[] = []): ReasonText[] {
  const told = new Map(before.map((reason) => [reason.reason, reason]));
  for (const failure of failures) {
    const reason = failure.several(2);
    const n = (told.get(reason)?.n ?? 0) + 1;
    told.set(reason, { reason, n, text: failure.several(n) });
  }
  return [...told.values()];
}
