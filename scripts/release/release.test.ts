import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { bucketStore } from '../../api/remotes/bucketStore.ts';
import { folderStore } from '../../api/remotes/folderStore.ts';
import { parsePointer } from '../../api/remotes/RemoteStore.ts';
import { s3Bucket } from '../../api/testing/s3Bucket.ts';
import { movePointer, rollBack } from './livePointer.ts';
import { buildFake } from './testing/buildFake.ts';
import { publishVersion } from './publishRemote.ts';

const root = path.resolve(import.meta.dirname, '../..');
let to: string;
beforeEach(async () => {
  to = await mkdtemp(path.join(tmpdir(), 'arrival-desk-release-'));
});
afterEach(() => rm(to, { recursive: true, force: true }));

const name = 'remote-orders';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

function publish(version: string, { remote = name, by = 'Ada' as string | null, at = daysAgo(0), keepDays = 14 } = {}) {
  const release = { name: remote, version, author: { at, by, commit: 'abc' }, keepDays };
  return publishVersion(folderStore(to), { ...release, files: () => buildFake(version) });
}

const goTo = (version: string) =>
  movePointer(folderStore(to), name, { at: daysAgo(0), by: 'Max', commit: null }, () => version);

const versions = async () => (await readdir(path.join(to, name))).filter((file) => file !== 'current.json').sort();

async function run(script: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', script), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, INIT_CWD: root, ...environment },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), child.stdout.resume()]);
  return { code: code as number, said: said.trim() };
}

test('a release is a version that never changes and a pointer to it', async () => {
  await publish('1');
  expect(await publish('2', { by: 'Max' })).toMatchObject({ version: '2', previous: '1', by: 'Max', commit: 'abc' });
  expect(await versions()).toEqual(['1', '2']);
  expect(parsePointer(name, await readFile(path.join(to, name, 'current.json'), 'utf8')).version).toBe('2');
});

test('a build publishes an unreleased remote, but does not move a pointer of a release', async () => {
  await publish('1', { by: null });
  await publish('2', { by: null });
  expect((await folderStore(to).readPointer(name))?.version).toBe('2');
  await publish('3');
  await publish('4', { by: null });
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '3', previous: '2' });
});

test('a release of a version that a build made live becomes its owner, so that later builds do not replace it', async () => {
  await publish('1', { by: null });
  await publish('1');
  await publish('2', { by: null });
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '1', by: 'Ada' });
});

test('versions are kept for some days after they stopped being live', async () => {
  await publish('1', { at: daysAgo(90) });
  await publish('2', { at: daysAgo(60) });
  await publish('3', { at: daysAgo(10) });
  await publish('4', { at: daysAgo(5) });
  // Version 2 was live until ten days ago.
  expect(await versions()).toEqual(['2', '3', '4']);
  await publish('5', { keepDays: 3 });
  expect(await versions()).toEqual(['4', '5']);
});

test('many concurrent releases and rollbacks result in exactly one of them', async () => {
  const store = folderStore(to);
  await publish('0');
  const all = Array.from({ length: 20 }, (_, at) => `1.${at % 10}`);
  await Promise.all([...all.map((version) => publish(version)), ...all.map(() => goTo('0'))]);
  const live = await store.readPointer(name);
  expect(['0', ...all]).toContain(live?.version);
  expect(await versions()).toEqual([...new Set(['0', ...all])].sort());
  await publish('2');
  expect((await store.readPointer(name))?.version).toBe('2');
});

test('two remotes released at once into an empty folder are both published', async () => {
  const names = Array.from({ length: 10 }, (_, at) => `remote-${at}`);
  await Promise.all(names.map((one) => publish('1', { remote: one })));
  const live = names.map(async (one) => (await folderStore(to).readPointer(one))?.version);
  expect(await Promise.all(live)).toEqual(names.map(() => '1'));
});

test('a killed release leaves the old or the new version live, and the next one succeeds', async () => {
  await publish('0');
  const script = path.join(import.meta.dirname, 'testing/releaseMany.ts');
  for (let round = 0; round < 12; round += 1) {
    const child = spawn(process.execPath, [script, to, name, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await new Promise((due) => setTimeout(due, round * 7));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const live = await folderStore(to).readPointer(name);
    const folder = await folderStore(to).versionFolder(name, live!.version);
    expect(await readFile(path.join(folder!, 'assets/exposed.js'), 'utf8')).toHaveLength(200_000);
  }
  await publish('last');
  expect((await folderStore(to).readPointer(name))?.version).toBe('last');
});

test.each([
  ['release.ts', [], 'Add --to FOLDER or --to s3://BUCKET/PREFIX.'],
  [
    'release.ts',
    ['remote-nobody', '--to', 'TO'],
    /^There is no remote remote-nobody\. Choose one of remote-admin-settings, /,
  ],
  ['release.ts', ['remote-orders', '--to', 'TO', '--now'], /^Unknown option '--now'/],
  ['rollback.ts', ['remote-orders', '--to', 'TO', '9.9.9-none'], 'remote-orders has no version 9.9.9-none there.'],
  ['rollback.ts', ['remote-orders', '--to', 'TO', '../../x'], 'remote-orders has no version ../../x there.'],
  ['rollback.ts', ['remote-orders', '--to', 'TO'], 'remote-orders has no previous version there.'],
  ['release.ts', ['remote-orders', '--to', 'package.json'], 'package.json is a file. Name a folder.'],
  ['releases.ts', ['--to', 's3:/bucket'], 's3:/bucket is neither a folder nor s3://BUCKET/PREFIX.'],
  ['releases.ts', ['--to', 's3:///x'], /REMOTES_DIR must be a folder or s3:\/\/BUCKET\/PREFIX$/],
  ['releases.ts', ['--to', 's3://bucket'], /AWS_REGION is needed/],
  [
    'releases.ts',
    ['--to', 'TO', '--desk', 'http://127.0.0.1:1'],
    'Arrival Desk is not responding at http://127.0.0.1:1.',
  ],
])('%s %j is refused in one sentence, and nothing changes', async (script, args, sentence) => {
  await publish('1');
  const before = await readdir(to, { recursive: true });
  const result = await run(
    script,
    args.map((argument) => (argument === 'TO' ? to : argument)),
  );
  expect(result).toEqual({ code: 1, said: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence) });
  expect(result.said).not.toContain('\n');
  expect(await readdir(to, { recursive: true })).toEqual(before);
});

test('a version that was rolled back becomes live again only if a rollback names it', async () => {
  for (const version of ['1', '2', '3']) await publish(version);
  expect(await run('rollback.ts', [name, '--to', to])).toEqual({ code: 0, said: '' });
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '2', previous: '1' });
  await publish('4');
  await publish('5');
  await goTo('4');
  await goTo('2');
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '2', previous: '1' });
  await goTo('1');
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '1', previous: null });
  await run('rollback.ts', [name, '--to', to, '3']);
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '3', previous: '1' });
});

test('a release during a rollback is not undone', async () => {
  for (const version of ['1', '2']) await publish(version);
  const store = folderStore(to);
  const overtaken = { ...store, replacePointer: () => publish('3').then(() => false) };
  const rollback = rollBack(overtaken, name, { at: daysAgo(0), by: 'Max', commit: null });
  await expect(rollback).rejects.toThrow('remote-orders 3 became live in the meantime. Try again.');
  expect(await store.readPointer(name)).toMatchObject({ version: '3', previous: '2' });
});

test('a part of a version, as an interrupted removal leaves it, is not taken for the version', async () => {
  await mkdir(path.join(to, name, '1/assets'), { recursive: true });
  await publish('1');
  expect((await readdir(path.join(to, name, '1'))).sort()).toEqual([
    'assets',
    'mf-manifest.json',
    'release.json',
    'site',
  ]);
});

test('a previous version that is no longer published is skipped', async () => {
  for (const version of ['1', '2', '3']) await publish(version);
  await folderStore(to).removeVersion(name, '2');
  await publish('4');
  await goTo('3');
  expect(await folderStore(to).readPointer(name)).toMatchObject({ version: '3', previous: '1' });
});

test('an unreadable pointer is reported and not replaced', async () => {
  await publish('1');
  await writeFile(path.join(to, name, 'current.json'), '{"version":"../1"}');
  const { code, said } = await run('rollback.ts', [name, '--to', to]);
  expect([code, said]).toEqual([1, 'remote-orders/current.json cannot be read: is not a valid version']);
});

describe('into a bucket', () => {
  let s3: Awaited<ReturnType<typeof s3Bucket>>;
  beforeEach(async () => {
    s3 = await s3Bucket('releases');
  });
  afterEach(() => s3.close());

  const store = () => bucketStore('s3://releases/desk/', s3.connection, to);
  const author = { at: daysAgo(0), by: 'Ada', commit: null };
  const publishThere = (version: string, keepDays = 14) =>
    publishVersion(store(), { name, version, author, keepDays, files: () => buildFake(version) });

  test('the pointer is written last, and only if it is unchanged', async () => {
    await publishThere('1');
    await publishThere('2');
    const puts = s3.requests.filter(({ method }) => method === 'PUT');
    const pointers = puts.filter(({ path: address }) =>
      address.startsWith('/releases/desk/remote-orders/current.json'),
    );
    expect(pointers.map(({ headers }) => [headers['if-none-match'], headers['if-match']])).toEqual([
      ['*', undefined],
      [undefined, expect.stringMatching(/^"[0-9a-f]{32}"$/)],
    ]);
    expect(puts.at(-1)).toBe(pointers.at(-1));
    expect(await store().readPointer(name)).toMatchObject({ version: '2', previous: '1' });
  });

  test('many concurrent releases follow one another, and none is lost', async () => {
    const all = Array.from({ length: 5 }, (_, at) => `1.${at}`);
    await Promise.all(all.map((version) => publishThere(version)));
    const { version, retired } = (await store().readPointer(name))!;
    expect([version, ...Object.keys(retired)].sort()).toEqual(all);
  });

  test('a version is written in one request unless it exists, so two machines cannot mix files', async () => {
    await Promise.all(
      [1, 2].map(() => store().addVersion(name, '1', { ...buildFake('1'), 'release.json': Buffer.from('{}') })),
    );
    const puts = s3.requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ path: address, headers }) => [address.split('?')[0], headers['if-none-match']])).toEqual(
      Array(2).fill(['/releases/desk/remote-orders/1.version', '*']),
    );
    const folder = await store().versionFolder(name, '1');
    expect(await readFile(path.join(folder!, 'assets/exposed.js'), 'utf8')).toHaveLength(200_000);
  });

  test('old versions are removed', async () => {
    for (const version of ['1', '2', '3']) await publishThere(version, 0);
    expect(await store().versions(name)).toEqual(['2', '3']);
    expect([...s3.objects.keys()].filter((key) => key.includes('/1'))).toEqual([]);
  });

  test('missing rights on a bucket change nothing and give one sentence', async () => {
    await publishThere('1');
    await publishThere('2');
    s3.forbidWrites();
    const rollback = ['remote-orders', '--to', 's3://releases/desk'];
    expect(await run('rollback.ts', rollback, s3.environment)).toEqual({
      code: 1,
      said: 's3://releases/desk returned an error: Access Denied',
    });
    const stranger = { ...s3.environment, AWS_ACCESS_KEY_ID: 'AKIDSTRANGER' };
    expect(await run('rollback.ts', rollback, stranger)).toEqual({
      code: 1,
      said: 's3://releases/desk returned an error: Access Denied',
    });
    expect((await store().readPointer(name))?.version).toBe('2');
  });

  test('a rollback in a bucket uses the settings of the API', async () => {
    await publishThere('1');
    await publishThere('2');
    expect(await run('rollback.ts', ['remote-orders', '--to', 's3://releases/desk'], s3.environment)).toEqual({
      code: 0,
      said: '',
    });
    expect((await store().readPointer(name))?.version).toBe('1');
  });
});
