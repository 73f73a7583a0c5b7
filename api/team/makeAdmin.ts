import * as v from 'valibot';
import { emailField, requiredText } from 'shared/api/fields';
import { passwordField } from 'shared/api/passwordField';
import { oneLine } from 'shared/api/visibleText';
import type { Database } from '../db/database.ts';
import { findMemberByEmail, findMemberByName, insertMember } from './memberQueries.ts';
import { hashPassword } from './password.ts';

const usage = 'Say who: npm run add-admin -- EMAIL NAME';
const who = v.object({ email: emailField(usage, 'Invalid email address'), name: v.pipe(requiredText(usage), oneLine) });
const newPassword = passwordField('Please enter your password.');

/** Makes a member with the role Admin. The password is only asked for once e-mail and name will do. */
export async function makeAdmin(
  db: Database,
  { password, ...given }: { email: string; name: string; password: () => Promise<string> },
): Promise<{ email: string; name: string }> {
  const { email, name } = v.parse(who, given);
  if (await findMemberByEmail(db, email)) throw new Error(`There is a member with the e-mail ${email} already`);
  if (await findMemberByName(db, name)) throw new Error(`There is a member called ${name} already`);
  const passwordHash = await hashPassword(v.parse(newPassword, await password()));
  await insertMember(db, { email, name, passwordHash, role: 'Admin' });
  return { email, name };
}
