import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { apiVersion } from './api/version.ts';
import { deskVersion } from './desk/version.ts';
import { kitVersion } from './kit/version.ts';
import kept from './surface.json';

const surfaces = ['desk/index.ts', 'kit/base.ts', 'kit/index.ts', 'kit/table/index.ts'];

/** The names that a module exports, types included. Reads only `export { … } from` lists. */
function exportedNames(file: string): string[] {
  const lists = readFileSync(path.join(__dirname, file), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from/gm);
  const names = [...lists].flatMap(([, list = '']) => list.split(','));
  return names.flatMap((name) => name.trim().match(/(\w+)$/)?.[1] ?? []).sort();
}

// If this fails, increment the version (docs/architecture.md says how), and update surface.json.
test('exported names match the versions in surface.json', () => {
  expect({
    api: apiVersion,
    desk: deskVersion,
    kit: kitVersion,
    names: Object.fromEntries(surfaces.map((file) => [file, exportedNames(file)])),
    /** Compared by `api/reference/openApi.test.ts`. */
    calls: kept.calls,
  }).toEqual(kept);
});

test('the kit has no state, because a page may hold two versions of it', () => {
  const files = globSync('kit/**/*.{ts,tsx}', { cwd: __dirname }).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(20);
  const state = /^(export )?(let\b|const \w+( = |: .* = )new (Weak)?(Map|Set)\b)/m;
  expect(files.filter((file) => state.test(readFileSync(path.join(__dirname, file), 'utf8')))).toEqual([]);
});
