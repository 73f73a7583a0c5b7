import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');

/** Files of the copy that other files import. Lint reads the names of their folders. */
const reached = [
  ...['api/mail/sent.ts', 'api/orders/order.ts', 'api/orders/lists/page.ts', 'api/orders/newInner/value.ts'],
  ...['api/db/schema/tables.ts', 'api/testing/pollUntil.ts'],
  ...['shared/rules/folders.ts', 'shared/kit/Field.tsx', 'shared/newPart/value.ts'],
];

/** The files whose import `npm run lint` refuses, in a copy of the repository that has only these files. */
async function refused(imports: readonly (readonly [file: string, line: string])[]): Promise<string[]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'layers-')));
  try {
    const texts = [...reached.map((file) => [file, 'export const x = 1; export type X = 1;'] as const), ...imports];
    for (const [file, text] of texts) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), `${text}\n`);
    }
    await mkdir(path.join(folder, 'webpack'));
    for (const file of ['oxlint.config.mts', 'webpack/router.mjs'])
      await copyFile(path.join(root, file), path.join(folder, file));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const args = [oxlint, '--format', 'json', 'api'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
    return [...new Set(diagnostics.map(({ filename }) => filename))].sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('an import from a layer above is refused in every form', async () => {
  const imports = [
    ['api/db/value.ts', "import { x } from '../mail/sent.ts'; export const y = x;"],
    ['api/db/typeOnly.ts', "import type { X } from '../mail/sent.ts'; export type Y = X;"],
    ['api/db/typeInPlace.ts', "export type Y = import('../mail/sent.ts').X;"],
    ['api/db/atRunTime.ts', "export const y = () => import('../mail/sent.ts');"],
    ['api/db/everything.ts', "export * from '../mail/sent.ts';"],
    ['api/context/sameLayer.ts', "export { x } from '../mail/sent.ts';"],
    ['api/orders/lists/innerLayer.ts', "export { x } from '../order.ts';"],
    ['api/orders/lists/byOuterName.ts', "export { x } from '../../orders/order.ts';"],
    ['api/orders/lists/unlisted.ts', "export { x } from '../newInner/value.ts';"],
    ['api/orders/screen.ts', "export { x } from 'shared/kit/Field';"],
    ['api/orders/newPart.ts', "export { x } from 'shared/newPart/value';"],
    ['api/orders/onTests.ts', "export { x } from '../testing/pollUntil.ts';"],
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

test('a folder without a layer is refused', async () => {
  const imports = [['api/newFolder/file.ts', 'export const x = 1;']] as const;
  await expect(refused(imports)).rejects.toThrow('Add api/newFolder to the layers');
});
