/** `npm run add-admin -- EMAIL NAME`: adds an Admin, such as the first member of an installation without demo data. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import * as v from 'valibot';
import { emailField, passwordField, requiredText } from 'shared/api/fields/fields';
import { teamCalls } from 'shared/api/teamCalls';
import type { Database } from '../db/database.ts';
import { openDatabase, migrate } from '../db/openDatabase.ts';
import { loadSettings } from '../settings/settings.ts';
import { findNamesakes, insertMember } from './memberQueries.ts';
import { hashPassword } from './password.ts';

const usage = 'Usage: npm run add-admin -- EMAIL NAME';
const who = v.object({ email: emailField(usage, 'Invalid email address'), name: requiredText(usage) });
const { email, name } = teamCalls.updateMember.input.entries;
/** The same requirements as in Manage Team. */
const fit = v.object({ email, name });
const newPassword = passwordField('Please enter your password.');

if (import.meta.main) {
  try {
    const [email = '', ...names] = process.argv.slice(2);
    // On the embedded database, this fails while the product runs, because the product locks the folder.
    const database = await openDatabase(loadSettings());
    try {
      await migrate(database);
      const admin = await addAdmin(database.db, { email, name: names.join(' '), password: askPassword });
      console.log(`${admin.name} (${admin.email}) can now sign in as an Admin.`);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

export async function addAdmin(
  db: Database,
  { password, ...given }: { email: string; name: string; password: () => Promise<string> },
): Promise<{ email: string; name: string }> {
  const { email, name } = v.parse(fit, v.parse(who, given));
  const { sameName, sameEmail } = await findNamesakes(db, { name, email });
  if (sameEmail !== null) throw new Error(`A member with the email ${email} already exists.`);
  if (sameName !== null) throw new Error(`A member named ${name} already exists.`);
  const passwordHash = await hashPassword(v.parse(newPassword, await password()));
  await insertMember(db, { email, name, passwordHash, role: 'Admin' });
  return { email, name };
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
