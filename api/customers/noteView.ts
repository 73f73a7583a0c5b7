import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Room } from '../room/Room.ts';
import { customerDevice } from './customerDevice.ts';
import { insertView, isViewKnown, type OrderView } from './viewQueries.ts';

/**
 * One device that loads the page again within so many seconds is one view; an order has at most so many in an hour, and in
 * a day: each is there for ever, and every pack and every list of disputes reads them all.
 */
const limits = { seconds: 600, anHour: 60, aDay: 200 };

type Asked = Pick<FastifyRequest, 'ip' | 'headers' | 'log'> & { db: Database };

/**
 * Notes that a customer looked at their order (rules 13.34), each origin by itself: what staff look at there neither hides a
 * customer's view nor takes its place. What cannot be noted, such as on a disk that is almost full,
 * keeps nobody from their page.
 */
export async function noteView(
  { db, log, ...request }: Asked,
  room: Pick<Room, 'forChanges'>,
  about: Pick<OrderView, 'orderId' | 'how' | 'origin'>,
): Promise<void> {
  const view = { ...about, ...customerDevice(request) };
  try {
    if ((await isViewKnown(db, view, limits.seconds)) || !(await room.forChanges())) return;
    await db.transaction((tx) => insertView(tx, view, limits));
  } catch (error) {
    log.warn({ err: error }, 'a view could not be noted');
  }
}
