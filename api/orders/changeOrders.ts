import { randomUUID } from 'node:crypto';
import type { BulkResult } from 'shared/api/orderCalls';
import type { Database, Transaction } from '../db/connect.ts';
import type { orders } from '../db/schema.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Member } from '../http/session.ts';
import { checkVersion } from './checkVersion.ts';
import { appendHistory, type HistoryKind } from './historyQueries.ts';
import { lockOrders, updateOrders, type LockedOrder } from './orderQueries.ts';

/** What a change does to one order: its columns, and the line of its history. */
export interface OrderChange {
  kind: HistoryKind;
  set: Partial<typeof orders.$inferInsert>;
  field: 'process_status' | 'assign_to';
  from: string | null;
  to: string | null;
}

/** Why one order of a bulk is left as it is. */
export interface Failure {
  httpStatus: 403 | 404 | 409;
  message: string;
  /** Who was faster. */
  by?: string | undefined;
  /** How several of it are told: "2 already taken by Max Manager". */
  several: (n: number) => string;
}

/** A decision about one order: change it, leave it as it is (it is so already), or not. */
export type Decision = { change: OrderChange } | { failure: Failure } | 'alreadySo';

interface Bulk {
  orderIds: readonly string[];
  member: Member;
  /** The version of the one order as the caller saw it. */
  version?: number | undefined;
  decide: (order: LockedOrder) => Decision;
  /** What belongs into the same transaction, with the orders that were changed. */
  alongWith?: (tx: Transaction, changed: readonly LockedOrder[]) => Promise<void>;
  /** The answer's text for one order, and for several. */
  texts: { one: string; several: (n: number) => string };
}

/**
 * Does the same to one or many orders, in one transaction, and answers per order (decisions "Statuses and folders"): 200
 * when at least one was done, else the first failure's status with the same `data`.
 */
export async function changeOrders(db: Database, bulk: Bulk): Promise<{ message: string; data: BulkResult }> {
  const { orderIds, member, version, decide, alongWith, texts } = bulk;
  if (version !== undefined && orderIds.length > 1) throw new Refusal(400, 'A version goes with one order');
  const actionId = randomUUID();
  const failures: (Failure & { orderId: string })[] = [];
  const done: string[] = [];

  const changed = await db.transaction(async (tx) => {
    const locked = new Map((await lockOrders(tx, orderIds)).map((order) => [order.orderId, order]));
    const changes: { order: LockedOrder; change: OrderChange }[] = [];
    for (const orderId of orderIds) {
      const order = locked.get(orderId);
      if (order) await checkVersion(tx, order, version);
      const decision = order ? decide(order) : { failure: notFound };
      if (decision !== 'alreadySo' && 'failure' in decision) {
        failures.push({ orderId, ...decision.failure });
        continue;
      }
      done.push(orderId);
      if (decision !== 'alreadySo') changes.push({ order: order!, change: decision.change });
    }
    await apply(tx, changes, { memberId: member.id, actionId });
    await alongWith?.(
      tx,
      changes.map(({ order }) => order),
    );
    return changes.length;
  });

  const data = {
    done,
    failed: failures.map(({ orderId, message, by }) => ({ orderId, message, ...(by && { by }) })),
    actionId: changed > 0 ? actionId : null,
  };
  const [first] = failures;
  const failureTexts = tellFailures(failures);
  if (done.length === 0 && first) {
    throw new Refusal(first.httpStatus, orderIds.length === 1 ? first.message : failureTexts.join(', '), { data });
  }
  const message = orderIds.length === 1 ? texts.one : [texts.several(done.length), ...failureTexts].join(', ');
  return { message, data };
}

const notFound: Failure = { httpStatus: 404, message: 'Order not found', several: (n) => `${n} not found` };

/** Orders that get the same columns are updated by one statement. */
async function apply(
  tx: Transaction,
  changes: readonly { order: LockedOrder; change: OrderChange }[],
  { memberId, actionId }: { memberId: number; actionId: string },
) {
  const groups = Map.groupBy(changes, ({ change }) => JSON.stringify(change.set));
  for (const group of groups.values()) {
    await updateOrders(
      tx,
      group.map(({ order }) => order.orderId),
      group[0]!.change.set,
    );
  }
  const entries = changes.map(({ order, change: { kind, field, from, to } }) => ({
    ...{ orderId: order.orderId, version: order.version + 1 },
    ...{ memberId, actionId, kind, field, from, to },
  }));
  await appendHistory(tx, entries);
}

/** "2 already taken by Max Manager", "1 not found": one text for each reason. */
function tellFailures(failures: readonly Failure[]): string[] {
  const byReason = Map.groupBy(failures, (failure) => failure.several(2));
  return [...byReason.values()].map((group) => group[0]!.several(group.length));
}
