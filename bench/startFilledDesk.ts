import { setTimeout } from 'node:timers/promises';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { fillOrders } from './fillOrders.ts';
import type { Line } from './report.ts';

/** A desk on an empty PostgreSQL database that is filled with so many orders, and how fast they went in. */
export async function startFilledDesk(databaseUrl: string, orders: number): Promise<{ desk: Desk; filled: Line }> {
  // Its first start makes the tables, the members and one order, whose declaration all others get.
  const empty = await startDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' });
  await empty.stop();
  const filled = await fillOrders(databaseUrl, orders);
  const desk = await startDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' });
  // The counts of all that came at once are folded first.
  await setTimeout(10_000);
  return { desk, filled };
}
