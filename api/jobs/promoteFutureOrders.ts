import type { Desk } from '../desk/desk.ts';
import { promoteOrders } from '../orders/promoteOrders.ts';
import { repeat, type Job } from './repeat.ts';

/** At start and every minute: future orders whose day has come leave by themselves. */
export function startPromoting(desk: Desk): Job {
  return repeat('promote', 60_000, desk, () => promoteOrders(desk.database.db, new Date()), { atOnce: true });
}
