import presets from '../jest.preset.js';

export default {
  ...presets.node,
  testEnvironment: './testing/databaseEnvironment.js',
  globalSetup: './testing/globalSetup.ts',
  globalTeardown: './testing/globalTeardown.ts',
};
