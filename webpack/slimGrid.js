const path = require('node:path');
const { NormalModuleReplacementPlugin } = require('webpack');

/**
 * Gives the data grid our few slots in place of its own default ones. Those pull in a filter panel, a column manager, a
 * toolbar and a dozen MUI components that no list here can open: some 60 KB gzip on every list page.
 */
function slimGrid() {
  return new NormalModuleReplacementPlugin(
    /\/defaultGridSlotsComponents\.m?js$/,
    path.resolve(__dirname, '../shared/kit/table/gridSlots.tsx'),
  );
}

module.exports = { slimGrid };
