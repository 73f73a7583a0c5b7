/** `npm run add-admin -- EMAIL NAME`: adds an Admin, such as the first member of an installation without demo data. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { openDatabase, migrate } from '../db/openDatabase.ts';
import { loadSettings } from '../settings/settings.ts';
import { makeAdmin } from './makeAdmin.ts';

try {
  const [email = '', ...names] = process.argv.slice(2);
  // On the embedded database, this fails while the product runs, because the product locks the folder.
  const database = await openDatabase(loadSettings());
  try {
    await migrate(database);
    const admin = await makeAdmin(database.db, { email, name: names.join(' '), password: askPassword });
    console.log(`${admin.name} (${admin.email}) can now sign in as an Admin.`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function askPassword(): Promise<string> {
  process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  process.stderr.write('\n');
  return String(value ?? '');
}
