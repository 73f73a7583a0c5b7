import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

let project: string;
let asked: string[];

/** A registry without packages, because this test's dependencies are folders. */
const registry = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('{}');
});
const registryUrl = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
beforeAll(() => once(registry.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => registry.close());

beforeEach(() => {
  asked = [];
  project = mkdtempSync(path.join(tmpdir(), 'arrival-desk-install-'));
  mkdirSync(path.join(project, 'scripts'));
  cpSync(path.join(import.meta.dirname, 'install.cjs'), path.join(project, 'scripts/install.cjs'));
  for (const name of ['product', 'lefthook']) write(`${name}/package.json`, { name, version: '1.0.0' });
  write('lefthook/bin/index.js', 0);
  const dependencies = { product: 'file:product' };
  const devDependencies = { lefthook: 'file:lefthook' };
  const root = { name: 'desk', version: '1.0.0', dependencies, devDependencies };
  write('package.json', { ...root, scripts: { prepare: 'node scripts/install.cjs --finished' } });
  write('package-lock.json', {
    ...{ name: 'desk', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': root,
      product: { version: '1.0.0' },
      lefthook: { version: '1.0.0', dev: true },
      'node_modules/product': { resolved: 'product', link: true },
      'node_modules/lefthook': { resolved: 'lefthook', link: true },
    },
  });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(file: string, content: unknown) {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  writeFileSync(path.join(project, file), JSON.stringify(content));
}
const has = (file: string) => existsSync(path.join(project, file));

async function install({ flags = [], from = registryUrl() }: { flags?: string[]; from?: string } = {}) {
  const { npm_execpath: _npm, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/install.cjs', ...flags], {
    cwd: project,
    env: { ...env, npm_config_registry: from, npm_config_cache: path.join(project, '.npm') },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), child.stdout.resume()]);
  return { code: code as number, said: said.trim() };
}

test('a start installs the product’s packages, and tests add theirs, which a later start keeps', async () => {
  expect(await install()).toEqual({ code: 0, said: '' });
  expect([has('node_modules/product'), has('node_modules/lefthook')]).toEqual([true, false]);
  await install({ flags: ['--dev'] });
  expect(has('node_modules/lefthook')).toBe(true);
  write('package-lock.json', {
    ...JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')),
    extra: 1,
  });
  await install();
  expect(has('node_modules/lefthook')).toBe(true);
});

test('nothing is installed twice', async () => {
  await install();
  asked = [];
  await install();
  expect(asked).toEqual([]);
});

test('an interrupted install is repeated', async () => {
  write('node_modules/half/package.json', {});
  write('product/node_modules/half/package.json', {});
  await install();
  expect([has('node_modules/half'), has('product/node_modules/half'), has('node_modules/product')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('without a network one sentence says so, and installed packages are kept', async () => {
  await install();
  const offline = { flags: ['--dev'], from: 'http://127.0.0.1:1' };
  expect(await install(offline)).toEqual({
    code: 1,
    said: 'The packages could not be installed because the npm registry cannot be reached. Check the network and run the command again.',
  });
  expect(await install()).toEqual({ code: 0, said: '' });
});
