import { derivedKey } from '../signing/tokens.ts';
import type { OpenDatabase } from './database.ts';
import { secretMark } from './schema/members.ts';

/**
 * Refuses, with one readable line, a SESSION_SECRET other than the one that the PostgreSQL database was first used with:
 * instances with different secrets would not accept each other's sessions and links. The embedded database has one instance.
 */
export async function requireSharedSecret({ db, driver }: OpenDatabase, secret: Uint8Array): Promise<void> {
  if (driver === 'embedded') return;
  // 32 bits tell secrets apart, and are too few to find a secret by.
  const mark = derivedKey(secret, 'instance').export().toString('hex').slice(0, 8);
  await db.insert(secretMark).values({ mark }).onConflictDoNothing();
  const [kept] = await db.select().from(secretMark);
  if (kept?.mark === mark) return;
  throw new Error(
    'This database is used with another SESSION_SECRET, and all of its instances need the same one. ' +
      'To change it, stop them all and run "delete from secret_mark" on the database.',
  );
}
