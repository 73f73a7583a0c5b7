import { count } from 'shared/format/count';
import type { Transaction } from '../../db/database.ts';
import type { Actor } from '../../http/member.ts';
import { writeChanges, type OrderChange } from '../changes/changeQueries.ts';
import { refuseStaleOrder } from '../changes/refuseStaleOrder.ts';
import { lockOrders, type LockedOrder } from '../changes/lockQueries.ts';
import type { BulkPlan, Failure } from '../plans/bulkPlan.ts';

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
