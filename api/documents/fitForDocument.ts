import type { OrderStatus } from 'shared/rules/orderStatus';
import { Refusal } from '../http/Refusal.ts';

/** Refuses an order that is not there (404) and one that is deleted (409): its customer is told nothing any more. */
export function fitForDocument<Order extends { status: OrderStatus }>(order: Order | null): Order {
  if (!order) throw new Refusal(404, 'Order not found');
  if (order.status === 'Deleted') throw new Refusal(409, 'This order is deleted. Restore it first.');
  return order;
}
