import { defineConfig } from 'vitest/config';

const project = (name: string, globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include: [`${name}/**/*.test.ts`], globalSetup },
});

/** Tests of code for Node. Jest runs the tests of code for browsers. */
export default defineConfig({
  test: {
    projects: [project('api', ['api/testing/globalSetup.ts']), project('bench'), project('scripts')],
    globals: true,
    // Node itself loads the modules, as in the product, and only once per worker: loading them again for each file
    // would nearly double the CPU time.
    experimental: { viteModuleRunner: false },
    isolate: false,
    // By default a core stays free; these tests mostly wait for processes and databases.
    maxWorkers: '100%',
    // Tests check results, not speed: on a busy machine, a correct test may exceed the default of 5 s.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    slowTestThreshold: 300_000,
  },
});
