/** Runs the packages for browsers at once, as `npm test` does. Each has its own configuration too, to be tested alone. */
const { testTimeout } = require('./jest.preset.js');

module.exports = {
  projects: ['<rootDir>/*/jest.config.js'],
  // By default Jest leaves a core free.
  maxWorkers: '100%',
  // Jest reads `testTimeout` only here, not in the projects. For the value, see jest.preset.js.
  testTimeout,
};
