import { testPostgres } from './drivers.ts';
import { dropDatabase } from './testDatabase.ts';

export default async function teardown() {
  const server = testPostgres();
  if (server) return dropDatabase(server, process.env.TEMPLATE_DATABASE!);
  console.log(
    'No PostgreSQL answered (TEST_DATABASE_URL, 127.0.0.1:5432): these tests ran on the embedded database only.',
  );
}
