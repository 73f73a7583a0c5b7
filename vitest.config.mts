import { defineConfig } from 'vitest/config';

/** The tests of code that runs in Node. Jest runs those of the browser's code. */
export default defineConfig({
  test: {
    globals: true,
    include: ['{api,bench,scripts}/**/*.test.ts'],
    globalSetup: 'api/testing/globalSetup.ts',
    // Node itself loads the modules, as in the product, and once per worker: loading them for each file costs more than
    // running the tests.
    experimental: { viteModuleRunner: false },
    isolate: false,
    // By default a core stays free; these tests mostly wait for processes and databases.
    maxConcurrency: 20,
    maxWorkers: '100%',
    // Tests check results, not speed: on a busy machine, a correct test may exceed the default of 5 s.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    slowTestThreshold: 300_000,
  },
});
