import { customerStage } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import { findNewestDocument } from '../documents/documentQueries.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Customer } from '../http/authorise.ts';
import { findCustomerOrder } from './customerQueries.ts';

/**
 * The order that a customer's token opens, with its newest document and what they are told of it. A token for another
 * order is refused as a dead one, and so is every token once the order is deleted: 401, which leads to tracking again.
 */
export async function findLiveOrder(db: Database, orderId: string, customer: Customer) {
  const order = customer.orderId === orderId ? await findCustomerOrder(db, orderId) : null;
  const document = order && (await findNewestDocument(db, orderId));
  const stage = order && customerStage({ ...order, hasDocument: document !== null });
  if (!stage) throw new Refusal(401, 'Please track your order again.');
  return { order, document, stage };
}
