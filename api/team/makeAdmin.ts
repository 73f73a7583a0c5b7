import * as v from 'valibot';
import { emailField, requiredText } from 'shared/api/fields';
import { passwordField } from 'shared/api/passwordField';
import { teamCalls } from 'shared/api/teamCalls';
import type { Database } from '../db/database.ts';
import { findNamesakes, insertMember } from './memberQueries.ts';
import { hashPassword } from './password.ts';

const usage = 'Say who: npm run add-admin -- EMAIL NAME';
const who = v.object({ email: emailField(usage, 'Invalid email address'), name: requiredText(usage) });
const { email, name } = teamCalls.updateMember.input.entries;
/** As Manage Team takes them. */
const fit = v.object({ email, name });
const newPassword = passwordField('Please enter your password.');

/** Makes a member with the role Admin. The password is only asked for once e-mail and name will do. */
export async function makeAdmin(
  db: Database,
  { password, ...given }: { email: string; name: string; password: () => Promise<string> },
): Promise<{ email: string; name: string }> {
  const { email, name } = v.parse(fit, v.parse(who, given));
  const { sameName, sameEmail } = await findNamesakes(db, { name, email });
  if (sameEmail !== null) throw new Error(`There is a member with the e-mail ${email} already`);
  if (sameName !== null) throw new Error(`There is a member called ${name} already`);
  const passwordHash = await hashPassword(v.parse(newPassword, await password()));
  await insertMember(db, { email, name, passwordHash, role: 'Admin' });
  return { email, name };
}
