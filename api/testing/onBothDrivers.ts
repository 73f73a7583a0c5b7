import { testPostgres, type Driver } from './drivers.ts';
import { startTestApi, type TestApi } from './startTestApi.ts';

/**
 * Registers the same tests on the embedded database and, where one was found, on PostgreSQL. Each time they share one
 * fresh API, which `api()` gives once a test runs. `settings` are environment variables.
 */
export function onBothDrivers(
  register: (api: () => TestApi, driver: Driver) => void,
  settings?: Record<string, string>,
) {
  for (const driver of ['embedded', 'postgres'] as const) {
    if (driver === 'postgres' && !testPostgres()) continue;
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
}
