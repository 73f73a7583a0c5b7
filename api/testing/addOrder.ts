import { orders } from '../db/schema/orders.ts';
import type { TestApi } from './startTestApi.ts';

type NewOrder = typeof orders.$inferInsert;

let lastId = 500_000;

/** Adds an order of one's own to a test's database; what is not given is plausible. Answers its id. */
export async function addOrder(
  { desk }: { desk: { database: Pick<TestApi['desk']['database'], 'db'> } },
  order: Partial<NewOrder> = {},
): Promise<string> {
  const orderId = order.orderId ?? String(++lastId);
  const assigned = order.assignedTo ? { assignedAt: new Date() } : {};
  const deleted = order.processStatus === 'Deleted' ? { beforeDeleteStatus: 'New' as const } : {};
  await desk.database.db.insert(orders).values({
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
