/** Dies in `migrate` just before a given text reaches the engine. Arguments: a folder, and a `KillPoint` as JSON. */
import { writeSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { openDatabase, migrate } from '../db/openDatabase.ts';
import { countDone, insertOrder, migrateTo, type KillPoint } from './migrateTo.ts';

const [dataDir = '', death = ''] = process.argv.slice(2);
const { before, orderNumber, text } = JSON.parse(death) as KillPoint;

const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: 'the test' });
// Synchronous, because a kill loses buffered output.
writeSync(process.stdout.fd, String(await countDone(database)));
await migrateTo(database, before);
if (orderNumber) await insertOrder(database, orderNumber);

const { $client: engine } = database.db as unknown as { $client: PGlite };
// All messages to the engine pass through this method, BEGIN and COMMIT too.
const send = engine.execProtocolStream.bind(engine);
engine.execProtocolStream = (message, options) => {
  if (Buffer.from(message).includes(text)) process.kill(process.pid, 'SIGKILL');
  return send(message, options);
};
await migrate(database);
// Reached only if the text was never sent.
await database.close();
