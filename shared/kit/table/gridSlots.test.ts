/**
 * The build replaces a private file of the grid, its table of default slots (webpack/slimMui.js): these fail when an
 * update of @mui/x-data-grid moves that file or changes what is in it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DATA_GRID_DEFAULT_SLOTS_COMPONENTS as ours } from './gridSlots.tsx';

const grid = path.dirname(require.resolve('@mui/x-data-grid/package.json'));
const replaced = path.join(grid, 'constants/defaultGridSlotsComponents.js');

const slotsOf = (file: string, name: string) =>
  Object.keys((jest.requireActual(file) as Record<string, object>)[name]!);

test('the grid reads its default slots from the file that the build replaces', () => {
  const reader = readFileSync(path.join(grid, 'DataGrid/useDataGridProps.mjs'), 'utf8');
  expect(reader).toMatch(/from ['"][^'"]*\/defaultGridSlotsComponents\.mjs['"]/);
});

test('every part that the grid draws itself with is one of ours, and ours are no others', () => {
  const all = slotsOf(replaced, 'DATA_GRID_DEFAULT_SLOTS_COMPONENTS');
  const plain = slotsOf(path.join(grid, 'material/index.js'), 'default');
  const own = all.filter((slot) => !plain.includes(slot));
  expect(Object.keys(ours)).toEqual(expect.arrayContaining(own));
  expect(all).toEqual(expect.arrayContaining(Object.keys(ours)));
});
