import { availableParallelism } from 'node:os';
import { openDatabase } from '../db/connect.ts';
import type { OpenDatabase } from '../db/database.ts';
import { FolderInUse } from '../db/lockFolder.ts';
import { migrate } from '../db/migrate.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import type { Settings } from '../settings.ts';
import { openDatabaseSink } from './openDatabaseSink.ts';
import { openPostgresSink } from './openPostgresSink.ts';
import { openProductSink } from './openProductSink.ts';
import type { OrderSink } from './OrderSink.ts';

/**
 * Where the orders of an import go by the settings: to PostgreSQL; to the embedded database; or, when a running product
 * has that open, to the product.
 */
export async function openSink(settings: Settings): Promise<OrderSink> {
  const database = await openDatabase(settings).catch((error: unknown) => {
    if (error instanceof FolderInUse) return error;
    throw error;
  });
  if (database instanceof FolderInUse) return sinkOfHolder(database, settings);
  try {
    await migrate(database);
    const connections = Math.min(4, Math.max(2, availableParallelism()));
    const sink = database.url ? await openPostgresSink(database.url, connections) : openDatabaseSink(database);
    return { ...sink, close: () => close(sink, database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** No product may be running: whoever starts one finds the counts added up, and the planner knows what has come. */
async function close(sink: OrderSink, database: OpenDatabase) {
  try {
    await sink.close();
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
