import type { IntakeResult } from 'shared/api/intakeCalls';
import { checkOrder, givenOrderId } from 'shared/api/intakeOrder';
import type { Database } from '../db/database.ts';
import { arrivingOrder, type ArrivingOrder } from './arrivingOrder.ts';
import { insertArrivals } from './intakeQueries.ts';
import { tellIntake } from './tellIntake.ts';

/**
 * Takes in orders, each judged by itself: the valid new ones are in, the known ones change nothing, the rest is told.
 * Throws a 400 with the same `data` when every one is rejected.
 */
export async function takeInOrders(db: Database, given: readonly unknown[]) {
  const now = new Date();
  const rejected: IntakeResult['rejected'] = [];
  const arriving = new Map<string, ArrivingOrder>();
  const inTheirOrder: string[] = [];
  for (const [index, value] of given.entries()) {
    const checked = checkOrder(value, now);
    if ('errors' in checked) {
      rejected.push({ index, order_id: givenOrderId(value), errors: checked.errors });
      continue;
    }
    const { order_id: orderId } = checked.order;
    inTheirOrder.push(orderId);
    // Of two with one id the first counts.
    if (!arriving.has(orderId)) arriving.set(orderId, arrivingOrder(checked.order, now));
  }
  const added = await insertArrivals(db, JSON.stringify([...arriving.values()]));
  const { accepted, repeated } = firstOnly(inTheirOrder, added);
  return tellIntake({ accepted, repeated, rejected }, { accepted: 'taken in', repeated: 'known already' });
}

/** Each id that was done counts once; what comes again is repeated. */
export function firstOnly(ids: readonly string[], done: ReadonlySet<string>) {
  const left = new Set(done);
  const accepted = ids.filter((id) => left.delete(id));
  const again = new Set(accepted);
  // The first of an accepted id is taken off, all others stay.
  const repeated = ids.filter((id) => !again.delete(id));
  return { accepted, repeated };
}
