import pg from 'pg';

export type Driver = 'embedded' | 'postgres';

/** The server at TEST_DATABASE_URL or, without it, on this machine. Null if none is usable. */
export async function findTestPostgres(): Promise<string | null> {
  const candidates = process.env.TEST_DATABASE_URL
    ? [process.env.TEST_DATABASE_URL]
    : [
        'postgres://postgres@127.0.0.1:5432/postgres',
        `postgres://${process.env.USER ?? 'root'}@127.0.0.1:5432/postgres`,
      ];
  for (const connectionString of candidates) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ may: boolean }>(
        'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
      );
      if (rows[0]?.may) return connectionString;
    } catch {
      // Try the next candidate.
    } finally {
      await client.end().catch(() => {});
    }
  }
  return null;
}

/** The server that testing/globalSetup.ts found, or null. */
export const testPostgres = () => process.env.FOUND_TEST_POSTGRES || null;
