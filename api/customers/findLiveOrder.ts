import { trackAgain } from 'shared/api/customerCalls';
import { customerStage } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import { findReleasedDocument } from '../documents/documentQueries.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Customer } from '../http/authorise.ts';
import { findCustomerOrder } from './customerQueries.ts';

/**
 * The order that a customer's token opens, with what they are told of it, and its newest document once it is ready for
 * them. A token for another order is refused as a dead one, and so is every token once the order is deleted: 401, which
 * leads to tracking again.
 */
export async function findLiveOrder(db: Database, orderId: string, customer: Customer) {
  const order = customer.orderId === orderId ? await findCustomerOrder(db, orderId) : null;
  const newest = order && (await findReleasedDocument(db, orderId));
  const hasDocument = newest !== null;
  const stage = order && customerStage({ ...order, hasDocument });
  if (!stage) throw new Refusal(401, trackAgain);
  return { order: { ...order, hasDocument }, document: stage === 'ready' ? newest : null, stage };
}
export type LiveOrder = Awaited<ReturnType<typeof findLiveOrder>>;
