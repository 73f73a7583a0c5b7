import { testPostgres, type Driver } from './drivers.ts';
import { onDriver } from './onOneDriver.ts';
import type { TestApi } from './startTestApi.ts';

/**
 * For tests of migrations, triggers, query plans, search indexes, or differences between drivers. All others use
 * `onOneDriver`. `settings` are environment variables.
 */
export function onBothDrivers(
  register: (api: () => TestApi, driver: Driver) => void,
  settings?: Record<string, string>,
) {
  onDriver('embedded', register, settings);
  if (testPostgres()) onDriver('postgres', register, settings);
}
