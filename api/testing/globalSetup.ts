import pg from 'pg';
import { preparedDatabase } from './preparedDatabase.ts';
import { dropDatabase, makeTemplate, testPostgres } from './testDatabase.ts';

/** Passes results in environment variables, which workers inherit. */
export async function setup() {
  const server = await findTestPostgres();
  process.env.FOUND_TEST_POSTGRES = server ?? '';
  process.env.PREPARED_DATABASE = await preparedDatabase();
  process.env.TEMPLATE_DATABASE = server ? await makeTemplate(server) : '';
}

export async function teardown() {
  const server = testPostgres();
  if (server) return dropDatabase(server, process.env.TEMPLATE_DATABASE!);
  console.log(
    'No PostgreSQL answered (TEST_DATABASE_URL, 127.0.0.1:5432): these tests ran on the embedded database only.',
  );
}

/** The server at TEST_DATABASE_URL or, without it, on this machine. Null if none is usable. */
async function findTestPostgres(): Promise<string | null> {
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
