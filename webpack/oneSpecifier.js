const { NormalModuleReplacementPlugin } = require('webpack');

/**
 * Federation shares by specifier: what is imported under two names exists twice. So `react-router-dom` reads
 * `react-router`, which it only passes on: webpack loses the names that are re-exported from a shared module
 * ("(0, s.useLocation) is not a function").
 */
const oneSpecifier = () => new NormalModuleReplacementPlugin(/^react-router-dom$/, 'react-router');

module.exports = { oneSpecifier };
