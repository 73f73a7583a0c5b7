import { orders } from '../db/schema/orders.ts';
import type { TestApi } from './startTestApi.ts';

type NewOrder = typeof orders.$inferInsert;

let lastId = 500_000;

/** Adds an order to a test's database. Returns its id. */
export async function addOrder(
  { context: appContext }: { context: { database: Pick<TestApi['context']['database'], 'db'> } },
  order: Partial<NewOrder> = {},
): Promise<string> {
  const orderId = order.orderId ?? String(++lastId);
  const assigned = order.assignedTo ? { assignedAt: new Date() } : {};
  const deleted = order.processStatus === 'Deleted' ? { beforeDeleteStatus: 'New' as const } : {};
  await appContext.database.db.insert(orders).values({
    orderId,
    processStatus: 'New',
    firstName: 'Mere',
    lastName: 'Tane',
    fullName: 'Mere Tane',
    email: `order-${orderId}@example.com`,
    processingMode: 'standard',
    declaration: {},
    ...assigned,
    ...deleted,
    ...order,
  });
  return orderId;
}
