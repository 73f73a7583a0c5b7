const path = require('node:path');
const { NormalModuleReplacementPlugin } = require('webpack');

const deskFolder = path.resolve(__dirname, '../shared/desk');

/**
 * Federation shares by specifier: what is imported under two names exists twice. So every import of a file in
 * `shared/desk`, however it is written, reads `shared/desk/NAME`, and `react-router-dom` reads `react-router`, which it
 * only passes on: webpack loses the names that are re-exported from a shared module ("(0, s.useLocation) is not a function").
 */
function oneSpecifier() {
  return [
    new NormalModuleReplacementPlugin(/^\.{1,2}\/.*\.tsx?$/, (resource) => {
      const inDesk = path.relative(deskFolder, path.resolve(resource.context, resource.request));
      if (!inDesk.startsWith('..')) resource.request = `shared/desk/${inDesk.replace(/\.tsx?$/, '')}`;
    }),
    new NormalModuleReplacementPlugin(/^react-router-dom$/, 'react-router'),
  ];
}

module.exports = { oneSpecifier };
