import { randomUUID } from 'node:crypto';
import { count } from 'shared/format/count';
import { type Database, type Transaction, inTransaction } from '../../db/database.ts';
import type { ReasonText } from '../../db/schema/bulkJobs.ts';
import type { Actor } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import {
  type LockedOrder,
  lockOrders,
  type OrderChange,
  assertNotStale,
  writeChanges,
} from '../changes/orderChanges.ts';
import { type BulkPlan, type Failure, notFound } from '../plans/plan.ts';

interface Bulk {
  orderIds: readonly string[];
  member: Actor;
  plan: BulkPlan;
  /** For a single order: the version that the caller has seen. */
  version?: number | undefined;
}

/** If the action succeeds for no order, throws the first failure's status, with `data` as on success (rule 8.8). */
export async function changeOrders(db: Database, { orderIds, member, plan, version }: Bulk) {
  const actionId = randomUUID();
  const { done, failures, failed, changed, mail } = await inTransaction(db, (tx) =>
    changeInOneTransaction(tx, { orderIds, plan, member, actionId, version }),
  );

  const data = {
    done,
    failed,
    actionId: changed > 0 && plan.undo === 'offered' ? actionId : null,
    ...(mail && { mail }),
  };
  const [first] = failures;
  const reasons = reasonTexts(failures);
  if (done.length === 0 && first) {
    const several = reasons.map(({ text }) => text).join(', ');
    throw new HttpError(first.httpStatus, orderIds.length === 1 ? first.message : several, { data });
  }
  if (orderIds.length === 1) {
    const one = plan.texts.one(orderIds[0]!);
    return { message: changed > 0 ? one : (plan.texts.already ?? one), data };
  }
  return { message: successMessage(plan.texts, { done: done.length, changed, reasons }), data };
}

export async function changeInOneTransaction(
  tx: Transaction,
  { orderIds, plan, member, actionId, version, portion }: Bulk & { actionId: string; portion?: boolean },
) {
  const orders = await lockOrders(tx, orderIds);
  const locked = new Map(orders.map((order) => [order.orderId, order]));
  await plan.prefetch?.(tx, orders);
  const failures: (Failure & { orderId: string })[] = [];
  const done: string[] = [];
  const changes: { orderId: string; order: LockedOrder; change: OrderChange }[] = [];
  for (const orderId of orderIds) {
    const order = locked.get(orderId);
    if (order) await assertNotStale(tx, order, version);
    const decision = order ? plan.decide(order) : unknownOrder;
    if (decision !== 'unchanged' && 'failure' in decision) {
      failures.push({ orderId, ...decision.failure });
      continue;
    }
    done.push(orderId);
    if (decision !== 'unchanged') changes.push({ orderId, order: order!, change: decision.change });
  }
  await writeChanges(tx, changes, { memberId: member.id, actionId, undoable: plan.undo !== 'none' });
  const along = await plan.afterChange?.(
    tx,
    changes.map(({ order }) => order),
    portion || orderIds.length > 1 ? 'bulk' : 'single',
  );
  const failed = failures.map(({ orderId, message, by }) => ({ orderId, message, ...(by && { by }) }));
  return { done, failures, failed, changed: changes.length, mail: along?.mail };
}

const unknownOrder = notFound('Order not found.', (n) => `${count(n)} not found`);

/** "1 refunded, 2 unchanged, 1 not found". */
export function successMessage(
  { several, isSentence }: BulkPlan['texts'],
  { done, changed, reasons }: { done: number; changed: number; reasons: readonly ReasonText[] },
) {
  const already = done - changed;
  const parts = [
    ...(changed > 0 || already === 0 ? [several(changed)] : []),
    ...(already > 0 ? [`${count(already)} unchanged`] : []),
    ...reasons.map(({ text }) => text),
  ];
  return parts.join(', ') + (isSentence ? '.' : '');
}

/** One text per reason, counting earlier portions too: "2 already taken by Max Manager", "1 not found". */
export function reasonTexts(failures: readonly Failure[], before: readonly ReasonText[] = []): ReasonText[] {
  const countedReasons = new Map(before.map((reason) => [reason.reason, reason]));
  for (const failure of failures) {
    const reason = failure.several(2);
    const n = (countedReasons.get(reason)?.n ?? 0) + 1;
    countedReasons.set(reason, { reason, n, text: failure.several(n) });
  }
  return [...countedReasons.values()];
}
