import { orderStatus, statuses, type OrderStatus } from 'shared/rules/orderStatus';
import { Refusal } from '../http/Refusal.ts';
import { listed } from './packText.ts';

const labelOf = (status: OrderStatus) => orderStatus[status].label;
const withEvidence = listed(statuses.filter((status) => orderStatus[status].evidence).map(labelOf));

/** 404 for an order that is not there, 409 for one whose status has no evidence (rules 13.1). */
export function refuseWithoutEvidence<Order extends { status: OrderStatus }>(
  order: Order | null | undefined,
): asserts order is Order {
  if (!order) throw new Refusal(404, 'Order not found');
  if (!orderStatus[order.status].evidence) {
    throw new Refusal(
      409,
      `Defence packs are for orders that are ${withEvidence}. This one is ${labelOf(order.status)}.`,
    );
  }
}
