import { testPostgres, type Driver } from './drivers.ts';
import { startTestApi, type TestApi } from './startTestApi.ts';

/**
 * Registers tests that share one fresh API, which `api()` returns once a test runs: on PostgreSQL where one was found,
 * else on the embedded database. For behaviour that is the same on both. `settings` are environment variables.
 */
export function onOneDriver(register: (api: () => TestApi, driver: Driver) => void, settings?: Record<string, string>) {
  onDriver(testPostgres() ? 'postgres' : 'embedded', register, settings);
}

/** The same on a given driver. */
export function onDriver(
  driver: Driver,
  register: (api: () => TestApi, driver: Driver) => void,
  settings?: Record<string, string>,
) {
  describe(`on the ${driver} database`, () => {
    let api: TestApi | undefined;
    beforeAll(async () => {
      api = await startTestApi(driver, settings);
    }, 60_000);
    afterAll(() => api?.close());
    register(() => {
      if (!api) throw new Error('The API of the tests is only there once a test runs');
      return api;
    }, driver);
  });
}
