/** The Jest preset for code for browsers. Vitest runs the tests of code for Node: vitest.config.mts. */
const { readFileSync } = require('node:fs');
const path = require('node:path');

// A package with ES modules only, which the browser environment needs as CommonJS.
const esmOnly = 'jose';

/** swc strips types; `npm run types` checks them. */
const swc = (lazy = false) => [
  require.resolve('@swc/jest'),
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs', lazy },
    sourceMaps: 'inline',
  },
];

/** Modules that shell and remotes share. A test that imports one export must not load the others. */
const surfaces = ['desk/index.ts', 'kit/index.ts', 'kit/base.ts', 'kit/table/index.ts'];

const passedOnBy = (surface) =>
  [...readFileSync(path.join(__dirname, 'shared', surface), 'utf8').matchAll(/ from '([^']+)'/g)].map(
    ([, from]) => from,
  );

module.exports = {
  testEnvironment: path.join(__dirname, 'jest/browserEnvironment.js'),
  // Tests check results, not speed: on a busy machine, a correct test may exceed the default of 5 s.
  testTimeout: 300_000,
  // `--changedSince` needs both roots to connect files of `shared` with a package's tests.
  roots: ['<rootDir>', path.join(__dirname, 'shared')],
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  cacheDirectory: path.join(__dirname, '.build/jest'),
  transform: {
    ...Object.fromEntries(
      surfaces.map((surface) => [`/shared/${surface.replaceAll('.', '\\.')}$`, swc(passedOnBy(surface))]),
    ),
    '^.+\\.(ts|tsx|js|mjs)$': swc(),
  },
  transformIgnorePatterns: [`/node_modules/(?!${esmOnly}/)`],
  moduleNameMapper: {
    '\\.module\\.css$': path.join(__dirname, 'jest/cssModule.js'),
    '^@emotion/sheet$': path.join(__dirname, 'jest/emptyStyleSheet.js'),
    '[.?](css|woff2|svg|png)$': path.join(__dirname, 'jest/emptyFile.js'),
  },
  setupFilesAfterEnv: [path.join(__dirname, 'jest/browserSetup.js')],
};
