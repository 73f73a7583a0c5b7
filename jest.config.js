/** Runs all packages at once, as `npm test` does. Each has its own configuration too, to be tested alone. */
const { testTimeout } = require('./jest.preset.js').browser;

module.exports = {
  projects: ['<rootDir>/*/jest.config.js'],
  // By default Jest leaves a core free; these tests mostly wait for processes and databases.
  maxWorkers: '100%',
  // Jest reads `testTimeout` only here, not in the projects. For the value, see jest.preset.js.
  testTimeout,
};
