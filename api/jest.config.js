import presets from '../jest.preset.js';

export default {
  ...presets.api,
  testEnvironment: './testing/databaseEnvironment.js',
  globalSetup: './testing/globalSetup.ts',
  globalTeardown: './testing/globalTeardown.ts',
};
