import { findTestPostgres } from './drivers.ts';
import { preparedDatabase } from './preparedDatabase.ts';

/** Once before the run: the workers inherit what was found and made. */
export default async function setup() {
  process.env.FOUND_TEST_POSTGRES = (await findTestPostgres()) ?? '';
  process.env.PREPARED_DATABASE = await preparedDatabase();
}
