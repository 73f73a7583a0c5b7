import { availableParallelism } from 'node:os';
import { openDatabase, type OpenDatabase } from '../db/database.ts';
import { FolderInUse } from '../db/lockFolder.ts';
import { migrate } from '../db/migrate.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import { openRoom, type Room } from '../room/Room.ts';
import { roomToBegin } from '../room/roomToBegin.ts';
import type { Settings } from '../settings/settings.ts';
import { openDatabaseSink } from './openDatabaseSink.ts';
import { openPostgresSink } from './openPostgresSink.ts';
import { openProductSink } from './openProductSink.ts';
import type { OrderSink } from './OrderSink.ts';

/**
 * Where the orders of an import go by the settings: to PostgreSQL; to the embedded database; or, when a running product
 * has that open, to the product.
 */
export async function openSink(settings: Settings): Promise<OrderSink> {
  const room = openRoom(settings, silent);
  await roomToBegin(settings, room);
  const database = await openDatabase(settings).catch((error: unknown) => {
    if (error instanceof FolderInUse) return error;
    throw error;
  });
  if (database instanceof FolderInUse) return sinkOfHolder(database, settings);
  try {
    await migrate(database);
    const connections = Math.min(4, Math.max(2, availableParallelism()));
    const sink = database.url ? await openPostgresSink(database.url, connections) : openDatabaseSink(database, room);
    return { ...sink, close: () => close(sink, database, room) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** An import tells of itself by how it ends. */
const silent = { info: () => {}, warn: () => {} };

/** No product may be running: whoever starts one finds the counts added up, and the planner knows what has come. */
async function close(sink: OrderSink, database: OpenDatabase, room: Room) {
  try {
    await sink.close();
    // The product does the same in its own time.
    if (!(await room.forChanges())) return;
    await tidyCounts(database.db, await foldOrderCounts(database.db));
    await database.housekeeping();
  } finally {
    await database.close();
  }
}

function sinkOfHolder({ holder, message }: FolderInUse, { intakeApiKey }: Settings): OrderSink {
  if (!holder) throw new Error(`${message}. Try again in a moment.`);
  if (!intakeApiKey)
    throw new Error(`${message}. Set INTAKE_API_KEY to what it was started with, to send it the orders.`);
  return openProductSink({ staffUrl: holder.staffUrl, apiKey: intakeApiKey });
}
