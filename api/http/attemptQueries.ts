import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { failedAttempts } from '../db/schema.ts';

/** Somebody at an address tried to get at a subject (an account, an order) and failed. */
export interface Attempt {
  scope: 'signIn' | 'track';
  /** Network address. */
  address: string;
  /** An e-mail or an order id; only its digest is kept. */
  subject: string;
}

export const subjectDigest = (subject: string) =>
  createHash('sha256').update(subject.trim().toLowerCase()).digest('hex');

export async function insertFailure(db: Database, { scope, address, subject }: Attempt) {
  await db.insert(failedAttempts).values({ scope, address, subject: subjectDigest(subject) });
}

/**
 * Seconds until another attempt is allowed: by address, by subject; 0 is now. And whether this address failed for this
 * subject within the subject's window.
 */
export async function readWaits(
  db: Database,
  attempt: Attempt,
  limits: { perAddress: { failures: number; seconds: number }; perSubject: { failures: number; seconds: number } },
): Promise<{ address: number; subject: number; failedHere: boolean }> {
  const { scope, address } = attempt;
  const { perAddress, perSubject } = limits;
  const digest = subjectDigest(attempt.subject);
  // The failure that must grow old before another try is the last of those that fill the limit.
  const wait = (column: 'address' | 'subject', value: string, limit: { failures: number; seconds: number }) => sql`
    coalesce((
      select extract(epoch from at + make_interval(secs => ${limit.seconds}::int) - now())
      from failed_attempts
      where scope = ${scope} and ${sql.identifier(column)} = ${value}
        and at > now() - make_interval(secs => ${limit.seconds}::int)
      order by at desc offset ${limit.failures - 1} limit 1
    ), 0)::float8`;
  const { rows } = await db.execute(sql`
    select ${wait('address', address, perAddress)} as address, ${wait('subject', digest, perSubject)} as subject,
      exists (
        select from failed_attempts
        where scope = ${scope} and subject = ${digest} and address = ${address}
          and at > now() - make_interval(secs => ${perSubject.seconds}::int)
      ) as "failedHere"`);
  return rows[0] as { address: number; subject: number; failedHere: boolean };
}
