/**
 * A process that dies in the product's own `migrate`: opens the embedded database of a folder, writes how many migrations
 * it finds done, brings it to where it shall die, and kills itself when the engine is sent something that has a text in
 * it. Arguments: the folder, the `Death` as JSON.
 */
import { writeSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { countDone, insertOrder, migrateTo, type Death } from './migrateTo.ts';

const [dataDir = '', death = ''] = process.argv.slice(2);
const { before, orderNumber, text } = JSON.parse(death) as Death;

const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: 'the test' });
// At once, as a kill loses what is still to be written.
writeSync(process.stdout.fd, String(await countDone(database)));
await migrateTo(database, before);
if (orderNumber) await insertOrder(database, orderNumber);

const { $client: engine } = database.db as unknown as { $client: PGlite };
// Whatever the engine is asked comes by here, a transaction's BEGIN and COMMIT as well.
const send = engine.execProtocolStream.bind(engine);
engine.execProtocolStream = (message, options) => {
  if (Buffer.from(message).includes(text)) process.kill(process.pid, 'SIGKILL');
  return send(message, options);
};
await migrate(database);
// It was never sent: whoever waits for the kill sees another end.
await database.close();
