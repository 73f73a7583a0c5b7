/** The build replaces what one private file of the grid reads of its state (webpack/slimMui.js): these fail when an update changes it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dataGridLooks } from '../theme/dataGridLooks.tsx';
import { useGridSelector } from './squareGrid.ts';

const grid = path.dirname(require.resolve('@mui/x-data-grid/package.json'));
const source = readFileSync(path.join(grid, 'components/containers/GridRootStyles.mjs'), 'utf8');

test('the grid’s style sheet reads one thing of its state: whether it rounds a corner', () => {
  expect(source).toContain('import { useGridSelector } from "../../hooks/utils/useGridSelector.mjs";');
  expect(source.match(/useGridSelector\([^)]*\)/g)).toEqual([
    'useGridSelector(apiRef, shouldShowBorderTopRightRadiusSelector)',
  ]);
  expect(source).toContain(
    "borderTopRightRadius: shouldShowBorderTopRightRadius ? 'calc(var(--unstable_DataGrid-radius) - 1px)' : undefined",
  );
});

test('which is square', () => {
  expect(useGridSelector()).toBe(false);
  expect(dataGridLooks).toMatchObject({
    MuiDataGrid: { styleOverrides: { root: { '--unstable_DataGrid-radius': '0px' } } },
  });
});
