const path = require('node:path');
const { NormalModuleReplacementPlugin } = require('webpack');

const stateFolder = path.resolve(__dirname, '../shared/state');

/**
 * Federation shares by specifier: what is imported under two names exists twice. So every import of a file in
 * `shared/state`, however it is written, reads `shared/state/NAME`, and `react-router-dom` reads `react-router`, which it
 * only passes on: webpack loses the names that are re-exported from a shared module ("(0, s.useLocation) is not a function").
 */
function oneSpecifier() {
  return [
    new NormalModuleReplacementPlugin(/^\.{1,2}\/.*\.ts$/, (resource) => {
      const file = path.resolve(resource.context, resource.request);
      if (path.dirname(file) === stateFolder) resource.request = `shared/state/${path.basename(file, '.ts')}`;
    }),
    new NormalModuleReplacementPlugin(/^react-router-dom$/, 'react-router'),
  ];
}

module.exports = { oneSpecifier };
