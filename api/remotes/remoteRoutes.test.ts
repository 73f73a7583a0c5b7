import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { remoteCalls } from 'shared/api/remoteCalls';
import { apiVersion } from 'shared/api/version';
import { createLogger } from '../http/log.ts';
import { publicServer } from '../publicServer.ts';
import { staffServer } from '../staffServer.ts';
import { fakeManifest, publishFake } from '../testing/publishFake.ts';
import { s3Bucket } from '../testing/s3Bucket.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { bucketStore } from './bucketStore.ts';

let api: TestApi;
let folder: string;
let remotes: string;
let staff: FastifyInstance;
let customers: FastifyInstance;

beforeAll(async () => {
  api = await startTestApi('embedded');
});
afterAll(() => api.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-remotes-'));
  remotes = path.join(folder, 'remotes');
  await publishFake(remotes, 'remote-orders', '1');
  ({ staff, customers } = await origins({ remotesDir: remotes }));
});
afterEach(async () => {
  await staff.close();
  await customers.close();
  await rm(folder, { recursive: true });
});

async function origins(settings: Partial<TestApi['context']['settings']>) {
  const dataDir = path.join(folder, 'data');
  const context = { ...api.context, settings: { ...api.context.settings, dataDir, ...settings } };
  return { staff: await staffServer(context), customers: await publicServer(context) };
}

const get = (app: FastifyInstance, url: string, headers = {}) => app.inject({ url, headers });
const registry = async (app = staff) => (await get(app, '/remotes.json')).json().remotes;
const versionsIn = async (app = staff) =>
  Object.fromEntries(
    Object.entries(await registry(app)).map(([name, entry]) => [name, (entry as { version: string }).version]),
  );

/** A log whose lines the test reads. */
function keptLog(logLevel: 'warn' | 'error') {
  const lines: object[] = [];
  const write: Writable['_write'] = (chunk, _encoding, done) => done(void lines.push(JSON.parse(String(chunk))));
  return { lines, log: createLogger({ logLevel }, new Writable({ write })) };
}

test('the registry contains the pointers, hashes of scripts and the API’s version', async () => {
  const response = await get(staff, '/remotes.json');
  expect(response.json()).toMatchObject({
    api: apiVersion,
    remotes: {
      'remote-orders': {
        manifest: '/remotes/remote-orders/1/mf-manifest.json',
        remoteEntry: '/remotes/remote-orders/1/assets/entry.js',
        version: '1',
        previous: null,
        start: { scripts: ['/remotes/remote-orders/1/assets/entry.js', '/remotes/remote-orders/1/assets/exposed.js'] },
        integrity: { 'assets/entry.js': 'sha384-of-entry' },
      },
    },
  });
  expect(response.body).not.toContain('Ada');
});

test('an unchanged registry is a 304, and a release shows at the next request', async () => {
  const { etag } = (await get(staff, '/remotes.json')).headers;
  const again = await get(staff, '/remotes.json', { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await publishFake(remotes, 'remote-orders', '2', {}, { previous: '1' });
  const changed = await get(staff, '/remotes.json', { 'if-none-match': etag });
  expect(changed.json().remotes['remote-orders']).toMatchObject({ version: '2', previous: '1' });
});

test('a page contains the registry, escaped so that it ends no script', async () => {
  const away = { missing: '</script>$&', unaffected: 'x' };
  const about = { ...JSON.parse(fakeManifest()).metaData.descriptor, away };
  await publishFake(remotes, 'remote-visitors', '1', { 'mf-manifest.json': fakeManifest(about) });
  const pages = path.join(folder, 'pages');
  await publishFake(pages, 'remote-none', '1', {});
  await writeFile(path.join(pages, 'index.html'), '<head></head><script id="remotes">__REMOTES__</script>');
  const app = await staffServer({ ...api.context, settings: { ...api.context.settings, remotesDir: remotes } }, pages);
  const [, block] = /<script id="remotes">(.*?)<\/script>/.exec((await get(app, '/admin')).body)!;
  expect(JSON.parse(block!).remotes['remote-visitors'].descriptor.away).toEqual(away);
  await app.close();
});

test.each([
  ['a pointer that is not JSON', async (there: string) => writeFile(path.join(there, 'current.json'), '{')],
  [
    'a pointer to another folder',
    async (there: string) => writeFile(path.join(there, 'current.json'), '{"version":"../x"}'),
  ],
  [
    'a missing version',
    async () =>
      publishFake(remotes, 'remote-orders', '2').then(() =>
        rm(path.join(remotes, 'remote-orders/2'), { recursive: true }),
      ),
  ],
  [
    'a broken descriptor',
    async () => publishFake(remotes, 'remote-orders', '2', { 'mf-manifest.json': fakeManifest({}) }),
  ],
])('%s affects only the new version: the last good one is used, even after a restart', async (_what, harm) => {
  await publishFake(remotes, 'remote-calls', '1');
  expect(await versionsIn()).toEqual({ 'remote-calls': '1', 'remote-orders': '1' });
  await harm(path.join(remotes, 'remote-orders'));
  await publishFake(remotes, 'remote-calls', '2');
  const live = { 'remote-calls': '2', 'remote-orders': '1' };
  expect(await versionsIn()).toEqual(live);
  await staff.close();
  ({ staff } = await origins({ remotesDir: remotes }));
  expect(await versionsIn()).toEqual(live);
});

test('a remote that cannot be read is logged once, and again after it could be read', async () => {
  const { lines, log } = keptLog('warn');
  const app = await staffServer({ ...api.context, log, settings: { ...api.context.settings, remotesDir: remotes } });
  const read = async (pointer: string) => {
    await writeFile(path.join(remotes, 'remote-orders/current.json'), pointer);
    await registry(app);
    await registry(app);
  };
  const good = await readFile(path.join(remotes, 'remote-orders/current.json'), 'utf8');
  await read(good);
  await read('{');
  expect(lines).toMatchObject([{ remote: 'remote-orders', msg: 'a remote stays at its last good version' }]);
  await read(good);
  await read('{');
  expect(lines).toHaveLength(2);
  await app.close();
});

test('the registry names no files of a version that this shell refuses, so no page preloads them', async () => {
  const { descriptor } = JSON.parse(fakeManifest()).metaData;
  const ahead = { ...descriptor, builtFor: { ...descriptor.builtFor, api: '99.0.0' } };
  await publishFake(remotes, 'remote-orders', '2', { 'mf-manifest.json': fakeManifest(ahead) });
  expect(await registry()).toMatchObject({ 'remote-orders': { version: '2', descriptor: ahead } });
  expect((await registry())['remote-orders']).not.toHaveProperty('start');
});

test('a remote whose pointer is deleted is withdrawn, until there is a new one', async () => {
  await publishFake(remotes, 'remote-calls', '1');
  expect(await versionsIn()).toEqual({ 'remote-calls': '1', 'remote-orders': '1' });
  await rm(path.join(remotes, 'remote-calls/current.json'));
  expect(await versionsIn()).toEqual({ 'remote-orders': '1' });
  await publishFake(remotes, 'remote-calls', '2');
  expect(await versionsIn()).toEqual({ 'remote-calls': '2', 'remote-orders': '1' });
});

test('any published version can be previewed instead of the live one', async () => {
  await publishFake(remotes, 'remote-orders', '2', {}, { previous: '1' });
  const tried = (await get(staff, '/remotes.json?remote=remote-orders@1')).json();
  expect(tried.remotes['remote-orders']).toMatchObject({ version: '1', previous: '2' });
  expect(await versionsIn()).toEqual({ 'remote-orders': '2' });
  for (const preview of ['remote-orders@3', 'remote-orders@..', 'remote-orders', 'remote-none@1', '../x@1', '']) {
    expect([preview, (await get(staff, `/remotes.json?remote=${preview}`)).statusCode]).toEqual([preview, 404]);
  }
});

test('the registry is a 404 if nothing is published', async () => {
  const empty = await origins({ remotesDir: path.join(folder, 'none') });
  expect((await get(empty.staff, '/remotes.json')).statusCode).toBe(404);
  expect((await get(empty.customers, '/track-order')).statusCode).toBe(503);
  await empty.staff.close();
  await empty.customers.close();
});

test('public pages are from the live release, and files of earlier releases are still served', async () => {
  const site = (version: string) => ({
    'site/index.html': `<head></head>site ${version}`,
    [`site/assets/app.0000000${version}.js`]: `// ${version}`,
  });
  await publishFake(remotes, 'remote-customer', '1', site('1'));
  expect((await get(customers, '/track-order')).body).toContain('site 1');
  await publishFake(remotes, 'remote-customer', '2', site('2'), { previous: '1', retired: { 1: '2026-01-01' } });
  expect((await get(customers, '/track-order')).body).toContain('site 2');
  for (const version of ['1', '2']) {
    const script = await get(customers, `/assets/app.0000000${version}.js`);
    expect([script.body, script.headers['cache-control']]).toEqual([
      `// ${version}`,
      'public, max-age=31536000, immutable',
    ]);
  }
  for (const url of [
    '/assets/none.js',
    '/assets/..%2Findex.html',
    '/assets/../index.html',
    '/assets/%2e%2e/release.json',
  ]) {
    const { statusCode, body } = await get(customers, url);
    expect([url, statusCode >= 400, body.includes('site')]).toEqual([url, true, false]);
  }
});

describe('in a bucket', () => {
  let s3: Awaited<ReturnType<typeof s3Bucket>>;
  let there: Awaited<ReturnType<typeof origins>>;
  const start = () => origins({ remotesDir: 's3://releases/desk', s3Connection: s3.connection });
  const stop = () => Promise.all([there.staff.close(), there.customers.close()]);
  beforeEach(async () => {
    s3 = await s3Bucket('releases');
    const store = bucketStore('s3://releases/desk', s3.connection, path.join(folder, 'unused'));
    const site = { 'site/index.html': '<head></head>site 1', 'site/assets/app.00000001.js': '// site' };
    await publishFake(store, 'remote-customer', '1', site);
    there = await start();
  });
  afterEach(async () => {
    await stop();
    await s3.close();
  });

  test('releases are served from our own origins', async () => {
    expect(await versionsIn(there.staff)).toEqual({ 'remote-customer': '1' });
    expect((await get(there.staff, '/remotes/remote-customer/1/assets/entry.js')).body).toBe('// 1');
    expect((await get(there.customers, '/track-order')).body).toContain('site 1');
    expect((await get(there.customers, '/assets/app.00000001.js')).body).toBe('// site');
    expect((await get(there.staff, '/remotes/remote-customer/2/assets/entry.js')).statusCode).toBe(404);
  });

  test('a version is fetched once, and still served while the bucket is unavailable', async () => {
    await Promise.all(Array.from({ length: 5 }, () => get(there.staff, '/remotes/remote-customer/1/assets/entry.js')));
    const fetched = s3.requests.filter(({ path: address }) => address.includes('/remote-customer/1'));
    expect(fetched.map(({ method }) => method)).toEqual(['PUT', 'GET']);
    expect(await versionsIn(there.staff)).toEqual({ 'remote-customer': '1' });
    await s3.close();
    expect((await get(there.staff, '/remotes/remote-customer/1/assets/entry.js')).body).toBe('// 1');
    expect(await versionsIn(there.staff)).toEqual({ 'remote-customer': '1' });
  });

  test('a desk that restarts while the bucket is unavailable uses the last live versions', async () => {
    await versionsIn(there.staff);
    await get(there.customers, '/track-order');
    await stop();
    await s3.close();
    there = await start();
    expect(await versionsIn(there.staff)).toEqual({ 'remote-customer': '1' });
    expect((await get(there.customers, '/track-order')).body).toContain('site 1');
  });
});

describe('a failure in a browser', () => {
  const failure = { remote: 'remote-orders', version: '1', kind: 'load', message: 'Loading chunk 8 failed' } as const;

  test('is logged without texts of the screen, and counted', async () => {
    const { lines, log } = keptLog('error');
    const logged = await staffServer({ ...api.context, log });
    const payload = { ...failure, message: 'No order 100198 of ada@example.com named "Ada Admin"' };
    const headers = { authorization: await api.signIn('Team') };
    const url = `/api${remoteCalls.reportRemoteFailure.path}`;
    expect((await logged.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200);
    expect(lines[0]).toMatchObject({
      ...failure,
      message: 'No order … of *** named "…"',
      msg: 'a remote failed in a browser',
    });
    expect((await get(logged, '/api/health')).json().data.remoteFailures).toEqual({ 'remote-orders@1': 1 });
    expect((await logged.inject({ method: 'POST', url, payload })).statusCode).toBe(401);
    await logged.close();
  });

  test('is accepted at most 20 times an hour per member', async () => {
    const answers = [];
    for (let count = 0; count < 21; count += 1)
      answers.push((await api.callApi(remoteCalls.reportRemoteFailure, failure, { as: 'Manager' })).httpStatus);
    expect(answers).toEqual([...Array(20).fill(200), 429]);
    expect((await api.callApi(remoteCalls.reportRemoteFailure, failure, { as: 'Admin' })).httpStatus).toBe(200);
  });
});
