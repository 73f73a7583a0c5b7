import { findTestPostgres, testPostgres } from './drivers.ts';
import { preparedDatabase } from './preparedDatabase.ts';
import { dropDatabase, makeTemplate } from './testDatabase.ts';

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
