import { findTestPostgres } from './drivers.ts';
import { preparedDatabase } from './preparedDatabase.ts';
import { makeTemplate } from './testDatabase.ts';

/** Passes results in environment variables, which workers inherit. */
export default async function setup() {
  const server = await findTestPostgres();
  process.env.FOUND_TEST_POSTGRES = server ?? '';
  process.env.PREPARED_DATABASE = await preparedDatabase();
  process.env.TEMPLATE_DATABASE = server ? await makeTemplate(server) : '';
}
