const path = require('node:path');
const { NormalModuleReplacementPlugin } = require('webpack');

const ours = {
  slots: path.join(__dirname, '../shared/kit/table/gridSlots.tsx'),
  nothing: path.join(__dirname, '../shared/kit/theme/Nothing.tsx'),
  squareGrid: path.join(__dirname, '../shared/kit/table/squareGrid.ts'),
};

/**
 * MUI without what no screen here can show:
 * - the data grid gets our few slots in place of its own default ones. Those pull in a filter panel, a column manager, a
 *   toolbar and a dozen components that no list here can open: some 60 KB gzip on every list page;
 * - buttons come without the ripple, which the theme switches off, and without the ring of `loading`, which none sets
 *   (`aria-busy` says it): 2 KB of every page;
 * - the grid's style sheet does not look at the grid's scrollbars, for a corner of the head that is square here: it is made
 *   once.
 */
const slimMui = () => ({
  apply(compiler) {
    for (const [file, replacement] of [
      [/\/defaultGridSlotsComponents\.m?js$/, ours.slots],
      [/^\.\/TouchRipple\.mjs$|^\.\.\/CircularProgress\/index\.mjs$/, ours.nothing],
    ]) {
      new NormalModuleReplacementPlugin(file, replacement).apply(compiler);
    }
    new NormalModuleReplacementPlugin(/\/useGridSelector\.mjs$/, (asked) => {
      if (/\/GridRootStyles\.mjs$/.test(asked.contextInfo.issuer)) asked.request = ours.squareGrid;
    }).apply(compiler);
  },
});

module.exports = { slimMui };
