import presets from '../jest.preset.js';

export default {
  ...presets.api,
  globalSetup: './testing/globalSetup.ts',
  globalTeardown: './testing/globalTeardown.ts',
};
