/** Runs all packages for browsers. Each package also has its own configuration, for running its tests alone. */
const { testTimeout } = require('./jest.preset.js');

module.exports = {
  projects: ['<rootDir>/*/jest.config.js'],
  // By default a core stays free.
  maxWorkers: '100%',
  // Jest reads `testTimeout` only here, not in the projects. For the value, see jest.preset.js.
  testTimeout,
};
