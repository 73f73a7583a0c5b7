import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const depcruise = path.join(root, 'node_modules', '.bin', 'depcruise');

/** The imports that `npm run lint` refuses, each written to a file. */
async function refused(imports: readonly (readonly [file: string, line: string])[]): Promise<string[]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'layers-')));
  try {
    const write = async (file: string, text: string) => {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    };
    await write(
      'tsconfig.server.json',
      '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }',
    );
    const reached = ['api/mail/sent.ts', 'api/orders/order.ts', 'api/orders/lists/page.ts', 'api/testing/pollUntil.ts'];
    for (const file of [...reached, 'shared/rules/folders.ts', 'shared/kit/Field.tsx']) {
      await write(file, 'export const x = 1; export type X = 1;\n');
    }
    await write('shared/package.json', '{ "name": "shared", "version": "1.0.0" }');
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(path.join(folder, 'shared'), path.join(folder, 'node_modules', 'shared'));
    for (const [file, line] of imports) await write(file, `${line}\n`);
    const config = path.join(root, '.dependency-cruiser.mjs');
    const args = ['--config', config, '--output-type', 'json', 'api'];
    const { stdout, stderr } = spawnSync(depcruise, args, { cwd: folder, encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string }[] } };
    return [...new Set(summary.violations.map(({ from }) => from))].sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('an import from a layer above is refused in every form', async () => {
  const imports = [
    ['api/db/value.ts', "import { x } from '../mail/sent.ts'; export const y = x;"],
    ['api/db/typeOnly.ts', "import type { X } from '../mail/sent.ts'; export type Y = X;"],
    ['api/db/atRunTime.ts', "export const y = () => import('../mail/sent.ts');"],
    ['api/context/sameLayer.ts', "export { x } from '../mail/sent.ts';"],
    ['api/orders/lists/innerLayer.ts', "export { x } from '../order.ts';"],
    ['api/orders/screen.ts', "export { x } from 'shared/kit/Field';"],
    ['api/orders/onTests.ts', "export { x } from '../testing/pollUntil.ts';"],
    ['api/orders/nowhere.ts', "export { x } from './nothing.ts';"],
    ['api/newFolder/file.ts', "export { x } from '../mail/sent.ts';"],
  ] as const;
  await expect(refused(imports)).resolves.toEqual(imports.map(([file]) => file).sort());
});

test('lower layers may be imported, and a test may import everything', async () => {
  const imports = [
    ['api/orders/bulk/below.ts', "export { x } from '../../mail/sent.ts'; export type { X } from '../lists/page.ts';"],
    ['api/orders/routes.ts', "export { x } from './lists/page.ts'; export type { X } from 'shared/rules/folders';"],
    ['api/staffServer.ts', "export { x } from './orders/order.ts';"],
    ['api/db/sent.test.ts', "import '../mail/sent.ts'; import '../testing/pollUntil.ts'; import 'shared/kit/Field';"],
    ['api/testing/addOrder.ts', "export { x } from '../orders/order.ts';"],
  ] as const;
  await expect(refused(imports)).resolves.toEqual([]);
});

test('the check fails if it no longer sees the imports of main.ts', async () => {
  await expect(refused([['api/main.ts', "export { x } from './orders/order.ts';"]])).resolves.toEqual(['api/main.ts']);
});
