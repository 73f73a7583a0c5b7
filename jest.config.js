/** All packages at once, as `npm test` runs them; each has a configuration of its own, to be tested alone. */
const { testTimeout } = require('./jest.preset.js').browser;

module.exports = {
  projects: ['<rootDir>/*/jest.config.js'],
  // By itself Jest leaves a core free; many tests wait for processes and databases more than they work.
  maxWorkers: '100%',
  // Of all projects: Jest reads it in no other place. Why so long, jest.preset.js says.
  testTimeout,
};
