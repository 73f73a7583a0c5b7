import { boundLog, giveBackLog } from '../db/embedded.ts';
import type { Desk } from '../desk/desk.ts';
import { repeat, type Job } from './repeat.ts';

const giveBackMs = 60_000;

/** Every second: tells in the log when the disk is almost full or no longer is, and keeps the database's own log short. */
export function startWatchingRoom(desk: Desk): Job {
  const { database, room } = desk;
  let gaveBackAt = -Infinity;
  const watch = async () => {
    const enough = await room.forFiles();
    if (database.driver !== 'embedded') return;
    if (enough) return boundLog(database.db);
    if (performance.now() - gaveBackAt < giveBackMs) return;
    gaveBackAt = performance.now();
    await giveBackLog(database.db);
  };
  return repeat('watch room', 1_000, desk, watch, { needsRoom: false });
}
