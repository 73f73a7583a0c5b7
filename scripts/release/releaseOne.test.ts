/** `release`, `releases` and their checks, with a remote that is already built, in a temporary checkout. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { currentVersions } from 'shared/remote/currentVersions';
import { folderStore, writeFiles } from '../../api/remotes/folderStore.ts';
import { root } from '../build/apps.ts';
import { contentHash } from '../build/files.ts';
import { inputsOf } from '../build/stamps.ts';
import { movePointer } from './livePointer.ts';
import { assertNoneBroken } from './liveRemotes.ts';
import { publishVersion } from './publishRemote.ts';
import { descriptorOf } from '../../api/testing/publishFake.ts';
import { buildFake } from './testing/buildFake.ts';

const app = 'remote-fake';
const author = { at: new Date().toISOString(), by: 'Ada', commit: 'abc' };
let checkout: string;
let to: string;
let desk: Server;

beforeAll(async () => {
  checkout = mkdtempSync(path.join(tmpdir(), 'arrival-desk-checkout-'));
  const isNeeded = (file: string) => !/\/(node_modules|migrations|testing)$/.test(file);
  for (const part of [
    'scripts',
    'api',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.browser.json',
  ])
    cpSync(path.join(root, part), path.join(checkout, part), { recursive: true, filter: isNeeded });
  for (const folder of ['shared', 'webpack', 'remote-fake/src', 'remote-fake/dist', '.build/stamps'])
    mkdirSync(path.join(checkout, folder), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  desk = createServer((_request, response) => response.end(JSON.stringify({ data: { runs, remoteFailures } })));
  await once(desk.listen(0), 'listening');
}, 60_000);
afterAll(() => {
  desk.close();
  rmSync(checkout, { recursive: true });
});

let runs: object;
let remoteFailures: object;
beforeEach(() => {
  to = mkdtempSync(path.join(tmpdir(), 'arrival-desk-release-'));
  runs = currentVersions;
  remoteFailures = {};
});
afterEach(() => rmSync(to, { recursive: true }));

/** Writes the output of a build, as if it had just ended. Returns the version. */
async function built(
  source: string,
  { descriptor = descriptorOf('/admin/fake'), test = 'exit 0', types = 'exit 0' } = {},
) {
  const write = (file: string, content: string) => writeFileSync(path.join(checkout, file), content);
  write('remote-fake/package.json', JSON.stringify({ name: app, version: '1.0.0', scripts: { test, types } }));
  write('remote-fake/src/descriptor.ts', source);
  const files = buildFake(source, descriptor);
  rmSync(path.join(checkout, 'remote-fake/dist'), { recursive: true, force: true });
  await writeFiles(path.join(checkout, 'remote-fake/dist/remote'), files);
  const inputs = inputsOf(app, checkout);
  write('.build/stamps/remote-fake', `${inputs} ${contentHash(files)}`);
  return `1.0.0-${inputs.slice(0, 8)}`;
}

async function run(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [path.join(checkout, 'scripts', script), ...args, '--to', to], {
    cwd: checkout,
    env: { PATH: process.env.PATH, INIT_CWD: checkout, GITHUB_ACTOR: 'Ada' },
  });
  const [said, failed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, said: said.trim(), failed: failed.trim() };
}

const release = (...args: readonly string[]) => run('release.ts', app, ...args);
const store = () => folderStore(to);
const publish = (name: string, version: string, descriptor: object) =>
  publishVersion(store(), { name, version, author, keepDays: 14, files: () => buildFake(version, descriptor) });

test('a release makes a built and tested version live once, and is listed with its author', async () => {
  const version = await built('one');
  expect(await release()).toMatchObject({ code: 0, said: expect.stringContaining(`remote-fake ${version} is live`) });
  expect(await store().readPointer(app)).toMatchObject({ version, by: 'Ada' });
  expect(await store().versionFolder(app, version)).not.toBeNull();
  expect(await release()).toMatchObject({ code: 0, said: `remote-fake ${version} is already live.` });
  const { said } = await run('releases.ts');
  expect(said).toMatch(new RegExp(`remote-fake.*${version}.*live.*Ada.*2\\d\\d `));
});

test('a version that was rolled back is not released again by the next run', async () => {
  const version = await built('bad');
  await publish(app, '1', descriptorOf('/admin/fake'));
  await release();
  await movePointer(store(), app, author, () => '1');
  expect((await release()).said).toContain(`remote-fake ${version} was rolled back.`);
  expect((await store().readPointer(app))?.version).toBe('1');
});

const ahead = { ...descriptorOf('/admin/fake'), builtFor: { ...currentVersions, api: '99.0.0' } };

test.each([
  ['types fail', { types: 'exit 1' }, '"npm run types -w remote-fake" failed, so nothing was released.'],
  ['tests fail', { test: 'exit 1' }, '"npm run test -w remote-fake" failed, so nothing was released.'],
  [
    'addresses are another remote’s',
    { descriptor: descriptorOf('/admin/other') },
    'Not published: /admin/other is claimed by remote-other and by remote-fake.',
  ],
  [
    'calls are unknown to the running desk',
    { descriptor: ahead },
    `remote-fake was built for API 99.0.0, but the running one is ${currentVersions.api}`,
  ],
])('a remote whose %s is not released', async (_what, about, sentence) => {
  await built('two', about);
  await publish('remote-other', '1', descriptorOf('/admin/other'));
  const { port } = desk.address() as AddressInfo;
  expect(await release('--desk', `http://127.0.0.1:${port}`)).toMatchObject({ code: 1, failed: sentence });
  expect(await store().readPointer(app)).toBeNull();
});

test('an output that has changed since its build is not released', async () => {
  await built('whole');
  rmSync(path.join(checkout, 'remote-fake/dist/remote/assets/exposed.js'));
  // Builds again, which fails, because the checkout has no build factory.
  expect(await release()).toMatchObject({ code: 1, failed: '1 of 1 apps could not be built.' });
  expect(await store().readPointer(app)).toBeNull();
});

test('after a failed build, the output of the build before it is not released', async () => {
  await built('before');
  const edit = (text: string) => writeFileSync(path.join(checkout, 'remote-fake/src/descriptor.ts'), text);
  edit('after');
  // Fails, because the checkout has no build factory.
  expect(await run('build.ts', app)).toMatchObject({ code: 1 });
  edit('before');
  expect(await release()).toMatchObject({ code: 1, failed: '1 of 1 apps could not be built.' });
  expect(await store().readPointer(app)).toBeNull();
});

test('with a running desk, the list of releases shows how often each version failed in browsers', async () => {
  await publish('remote-other', '1', descriptorOf('/admin/other'));
  await publish('remote-other', '2', descriptorOf('/admin/other'));
  remoteFailures = { 'remote-other@2': 7 };
  const { port } = desk.address() as AddressInfo;
  const { said } = await run('releases.ts', '--desk', `http://127.0.0.1:${port}`);
  expect(said).toMatch(/failures/);
  expect(said).toMatch(/'2' .* 7 /);
  expect(said).toMatch(/'1' .* 0 /);
});

test('a build does not replace a released version, and says so', async () => {
  const version = await built('three');
  const dist = folderStore(path.join(checkout, 'dist/remotes'));
  expect(await run('build.ts', app)).toEqual({ code: 0, said: '', failed: '' });
  expect(await dist.readPointer(app)).toMatchObject({ version, by: null });
  const release = { name: app, version: '1', author, keepDays: 14, files: () => buildFake('1') };
  await publishVersion(dist, release);
  expect((await run('build.ts', app)).said).toBe(
    'remote-fake: release 1 stays live. Delete dist/remotes/remote-fake/current.json to serve local builds again.',
  );
});

test('a build that would break a live remote names it', async () => {
  await publish('remote-old', '1', { ...descriptorOf('/admin/old'), builtFor: { ...currentVersions, desk: '1.0.0' } });
  await publish('remote-fine', '1', descriptorOf('/admin/fine'));
  await expect(assertNoneBroken(store())).rejects.toThrow(
    `This build would break published remotes: remote-old was built for desk 1.0.0, but the shell has ${currentVersions.desk}.`,
  );
});
