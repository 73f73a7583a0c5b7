import { testPostgres, type Driver } from './testDatabase.ts';
import { startTestApi, type TestApi } from './startTestApi.ts';

type Register = (api: () => TestApi, driver: Driver) => void;

/**
 * Registers tests that share one API, which `api()` returns once a test runs. Uses PostgreSQL if there is one, else the
 * embedded database. `settings` are environment variables.
 */
export function onOneDriver(register: Register, settings?: Record<string, string>) {
  onDriver(testPostgres() ? 'postgres' : 'embedded', register, settings);
}

function onDriver(driver: Driver, register: Register, settings?: Record<string, string>) {
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

/**
 * For tests of migrations, triggers, query plans, search indexes, or differences between drivers. All other tests use
 * `onOneDriver`. `settings` are environment variables.
 */
export function onBothDrivers(register: Register, settings?: Record<string, string>) {
  onDriver('embedded', register, settings);
  if (testPostgres()) onDriver('postgres', register, settings);
}
