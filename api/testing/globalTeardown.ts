/** Once after the run: a missing PostgreSQL is said, not passed over. */
export default async function teardown() {
  if (!process.env.FOUND_TEST_POSTGRES) {
    console.log(
      'No PostgreSQL answered (TEST_DATABASE_URL, 127.0.0.1:5432): these tests ran on the embedded database only.',
    );
  }
}
