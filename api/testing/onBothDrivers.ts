import { testPostgres, type Driver } from './drivers.ts';
import { onDriver } from './onOneDriver.ts';
import type { TestApi } from './startTestApi.ts';

/**
 * Registers the same tests on the embedded database and, where one was found, on PostgreSQL: for a migration, a trigger, a
 * query plan, a search index, or what differs by driver. All else uses `onOneDriver`. `settings` are environment variables.
 */
export function onBothDrivers(
  register: (api: () => TestApi, driver: Driver) => void,
  settings?: Record<string, string>,
) {
  onDriver('embedded', register, settings);
  if (testPostgres()) onDriver('postgres', register, settings);
}
