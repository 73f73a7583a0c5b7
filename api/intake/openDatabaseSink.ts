import type { OpenDatabase } from '../db/database.ts';
import { boundLog } from '../db/embedded.ts';
import type { Room } from '../room/Room.ts';
import { insertArrivals } from './intakeQueries.ts';
import { runsOf, type OrderSink } from './OrderSink.ts';

/** As many as one statement takes without holding much memory. */
const rowsPerStatement = 1_000;

/** Into the embedded database, which this process has opened: one statement for a thousand orders. */
export function openDatabaseSink({ db }: OpenDatabase, room: Pick<Room, 'forChanges'>): OrderSink {
  return {
    form: 'row',
    atOnce: 1,
    async put(portion) {
      let accepted = 0;
      for (const { texts } of runsOf(portion, rowsPerStatement)) {
        if (!(await room.forChanges())) throw new Error('The disk is almost full, so no more orders can be taken in.');
        accepted += (await insertArrivals(db, `[${texts.join(',')}]`)).size;
      }
      await boundLog(db);
      return { accepted, repeated: portion.orderIds.length - accepted, rejected: [] };
    },
    close: async () => {},
  };
}
