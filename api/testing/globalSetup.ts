import { findTestPostgres } from './drivers.ts';

/** Once before the run: the workers inherit what was found. */
export default async function setup() {
  process.env.FOUND_TEST_POSTGRES = (await findTestPostgres()) ?? '';
}
