import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allCalls } from './api/allCalls.ts';
import { apiVersion } from './api/version.ts';
import { deskVersion } from './desk/version.ts';
import { kitVersion } from './kit/version.ts';
import kept from './surface.json';

const surfaces = ['desk/index.ts', 'kit/base.ts', 'kit/index.ts', 'kit/table/index.ts', 'kit/chart/index.ts'];

/** The names that a module exports, types included. Each is exported by an `export { … } from`. */
function exportedNames(file: string): string[] {
  const lists = readFileSync(path.join(__dirname, file), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from/gm);
  const names = [...lists].flatMap(([, list = '']) => list.split(','));
  return names.flatMap((name) => name.trim().match(/(\w+)$/)?.[1] ?? []).sort();
}

// Red: count the version up (docs/architecture.md says how), then write both into surface.json.
test('desk and kit export the names, and the API has the calls, that are kept with their versions', () => {
  expect({
    api: apiVersion,
    desk: deskVersion,
    kit: kitVersion,
    names: Object.fromEntries(surfaces.map((file) => [file, exportedNames(file)])),
    calls: Object.values(allCalls)
      .map(({ method, path: address }) => `${method} ${address}`)
      .sort(),
  }).toEqual(kept);
});
