import * as v from 'valibot';
import { emailField, requiredText } from 'shared/api/fields/fields';
import { passwordField } from 'shared/api/fields/passwordField';
import { teamCalls } from 'shared/api/teamCalls';
import type { Database } from '../db/database.ts';
import { findNamesakes, insertMember } from './memberQueries.ts';
import { hashPassword } from './password.ts';

const usage = 'Usage: npm run add-admin -- EMAIL NAME';
const who = v.object({ email: emailField(usage, 'Invalid email address'), name: requiredText(usage) });
const { email, name } = teamCalls.updateMember.input.entries;
/** The same requirements as in Manage Team. */
const fit = v.object({ email, name });
const newPassword = passwordField('Please enter your password.');

export async function makeAdmin(
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
