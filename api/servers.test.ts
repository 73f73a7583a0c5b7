import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { currentVersions } from 'shared/remote/currentVersions';
import { publicServer } from './publicServer.ts';
import { staffServer } from './staffServer.ts';
import { publishFake } from './testing/publishFake.ts';
import { rawRequest } from './testing/rawConnection.ts';
import { startTestApi, type TestApi } from './testing/startTestApi.ts';

const page =
  '<html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="application/json" id="remotes">__REMOTES__</script><script src="/assets/app.0123abcd.js" defer></script></head><body></body></html>';
const widget = 'https://translate.example/element.js';

let built: string;
let api: TestApi;
let staff: FastifyInstance;
let customers: FastifyInstance;

beforeAll(async () => {
  built = await mkdtemp(path.join(tmpdir(), 'arrival-desk-pages-'));
  const files = {
    'pages/index.html': page,
    'pages/assets/app.0123abcd.js': `${'x'.repeat(5_000)}`,
    'pages/assets/app.0123abcd.js.map': '{}',
    'pages/assets/packed.0123abcd.js': 'as it is',
    'pages/assets/packed.0123abcd.js.br': brotliCompressSync('packed before'),
    'remotes/remote-orders/1/mf-manifest.json': '{}',
    'remotes/remote-orders/1/release.json': '{}',
    'remotes/remote-orders/1/assets/remoteEntry.0123abcd.js': 'x',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(built, name)), { recursive: true });
    await writeFile(path.join(built, name), content);
  }
  await publishFake(path.join(built, 'remotes'), 'remote-customer', '1', { 'site/index.html': page });
  api = await startTestApi('embedded', { REMOTES_DIR: path.join(built, 'remotes'), TRANSLATE_SCRIPT_URL: widget });
  staff = await staffServer(api.context, path.join(built, 'pages'));
  customers = await publicServer(api.context);
});

afterAll(async () => {
  await staff.close();
  await customers.close();
  await api.close();
  await rm(built, { recursive: true, force: true });
});

const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('a page runs only script files of its origin, and its styles have a nonce', async () => {
  const [one, other] = [await get(staff, '/'), await get(staff, '/admin/recent-order')];
  const nonces = [one, other].map((response) => /nonce="([^"]+)"/.exec(response.body)![1]!);
  expect(nonces[0]).not.toBe(nonces[1]);
  const policy = String(one.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}';`);
  expect(policy).not.toContain('unsafe');
});

test.each(['staff', 'public'])('every response of the %s origin has the security headers', async (which) => {
  const app = which === 'staff' ? staff : customers;
  for (const url of ['/track-order', '/api/nothing', '/assets/app.0123abcd.js', '/missing.js']) {
    expect((await get(app, url)).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.any(String),
    });
  }
});

test('a response of the API may load nothing', async () => {
  for (const url of ['/api/health', '/api/nothing', '/api/admin/get-folder-count']) {
    const { 'content-security-policy': policy } = (await get(staff, url)).headers;
    expect([url, policy]).toEqual([url, "default-src 'none';frame-ancestors 'none'"]);
  }
});

test('Strict-Transport-Security is sent only for an https URL', async () => {
  expect((await get(staff, '/')).headers).not.toHaveProperty('strict-transport-security');
  const settings = { ...api.context.settings, staffUrl: 'https://desk.example.com' };
  const secure = await staffServer({ ...api.context, settings }, path.join(built, 'pages'));
  expect((await get(secure, '/')).headers).toHaveProperty('strict-transport-security');
  await secure.close();
});

test('the staff origin serves the shell’s page at each of its URLs, but not for a missing file', async () => {
  for (const url of ['/', '/admin', '/admin/view-order/MjAwOTQy', '/track-order/100001', '/anything']) {
    const response = await get(staff, url);
    expect([url, response.statusCode, response.headers['content-type']]).toEqual([
      url,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  }
  for (const url of [
    '/missing.js',
    '/assets/missing.0123abcd.js',
    '/remotes/none',
    '/uploads/none',
    '/index.html',
    '/remotes/remote-customer/current.json',
    '/remotes/remote-customer/1/release.json',
    '/assets/app.0123abcd.js.map',
  ]) {
    const response = await get(staff, url);
    expect([url, response.statusCode, response.body.includes('<html')]).toEqual([url, 404, false]);
  }
  expect((await staff.inject({ method: 'POST', url: '/admin' })).statusCode).toBe(404);
});

test('hashed files are immutable, and the manifest is revalidated', async () => {
  const cacheOf = async (url: string) => (await get(staff, url)).headers['cache-control'];
  expect(await cacheOf('/assets/app.0123abcd.js')).toBe('public, max-age=31536000, immutable');
  expect(await cacheOf('/remotes/remote-orders/1/assets/remoteEntry.0123abcd.js')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect(await cacheOf('/remotes/remote-orders/1/mf-manifest.json')).toBe('no-cache');
});

test('compressible responses are compressed', async () => {
  const response = await get(staff, '/assets/app.0123abcd.js', { 'accept-encoding': 'br, gzip' });
  expect(response.headers['content-encoding']).toBe('br');
  expect(response.rawPayload.length).toBeLessThan(1_000);
});

test('precompressed files are sent as they are, and immutable too', async () => {
  const response = await get(staff, '/assets/packed.0123abcd.js', { 'accept-encoding': 'gzip, br' });
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe('packed before');
  expect((await get(staff, '/assets/packed.0123abcd.js')).body).toBe('as it is');
  for (const url of ['/assets/packed.0123abcd.js.br', '/index.html']) {
    expect([url, (await get(staff, url)).statusCode]).toEqual([url, 404]);
  }
});

test('an unreadable URL gets no page', async () => {
  expect((await get(customers, '/track-order/%zz')).statusCode).toBe(400);
  // Uses a real connection, because `inject` drops a # and what follows.
  const origin = await customers.listen({ port: 0, host: '127.0.0.1' });
  expect((await rawRequest(origin, 'GET /track-order/1#%zz')).status).toBe(404);
});

test('the public origin has its own pages, and none of staff', async () => {
  const home = await get(customers, '/');
  expect([home.statusCode, home.headers.location]).toEqual([302, '/track-order']);
  for (const url of ['/track-order', '/track-order/100001', '/get-new-order-details/100001']) {
    expect([url, (await get(customers, url)).statusCode]).toEqual([url, 200]);
  }
  for (const url of ['/admin', '/admin/recent-order', '/anything', '/remotes', '/uploads/visaDocs/x']) {
    const response = await get(customers, url);
    expect([url, response.statusCode, response.headers['content-type']]).toEqual([
      url,
      404,
      'text/html; charset=utf-8',
    ]);
  }
  for (const url of ['/remotes.json', '/remotes/remote-orders/1/mf-manifest.json', '/uploads/visaDocs/x.pdf']) {
    expect([url, (await get(customers, url)).statusCode]).toEqual([url, 404]);
  }
  for (const url of [
    '/api/health',
    '/api/user_info',
    '/api/docs',
    '/api/intake/orders',
    '/api/webhooks/ses',
    '/api/webhooks/sendgrid',
    '/api/admin/get-folder-count',
  ]) {
    const response = await get(customers, url);
    expect([url, response.statusCode, response.json().status]).toEqual([url, 404, 0]);
  }
});

test('only the translate widget is named in the page and allowed by the policy', async () => {
  const response = await get(customers, '/track-order');
  expect(response.body).toContain(`<meta name="translate-script" content="${widget}">`);
  expect(response.headers['content-security-policy']).toContain("connect-src 'self' https://translate.example;");
  expect(response.headers['content-security-policy']).toContain("script-src 'self' https://translate.example;");
  expect(response.headers['content-security-policy']).not.toContain('unsafe');
});

test('the staff origin never loads the translate widget, but links to the public origin', async () => {
  for (const url of ['/', '/admin/recent-order', '/track-order', '/track-order/100001', '/anything', '/api/health']) {
    const { body, headers } = await get(staff, url);
    expect([url, body.includes(widget)]).toEqual([url, false]);
    expect([url, String(headers['content-security-policy']).includes('translate')]).toEqual([url, false]);
  }
  const { body } = await get(staff, '/track-order');
  expect(body).toContain(`<meta name="translated-pages" content="${api.context.settings.publicUrl}">`);
});

test('health is 200 while serving, and 503 while draining', async () => {
  expect((await get(staff, '/api/health')).json()).toEqual({
    status: 1,
    message: 'Ready',
    data: { driver: 'embedded', version: expect.any(String), runs: currentVersions, room: true, remoteFailures: {} },
  });
  api.context.serving = false;
  const response = await get(staff, '/api/health');
  expect([response.statusCode, response.json().status]).toEqual([503, 0]);
  expect(response.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  api.context.serving = true;
});

test('the contract is available as OpenAPI and as a page', async () => {
  const { openapi, paths } = (await get(staff, '/api/openapi.json')).json();
  expect(openapi).toBe('3.1.0');
  expect(paths['/api/admin/get-orders-list/{orderName}'].get.parameters[0]).toMatchObject({
    name: 'orderName',
    in: 'path',
  });
  expect((await get(staff, '/reference/reference.js')).body).toContain("url: '/api/openapi.json'");
});

test('a body that is not JSON, too large or of another type is refused in the envelope', async () => {
  const login = (payload: string, type = 'application/json') =>
    staff.inject({ method: 'POST', url: '/api/admin/admin-login', payload, headers: { 'content-type': type } });
  for (const [response, status] of [
    [await login('{"email":'), 400],
    [await login('[]'), 400],
    [await login(`{"email":"${'x'.repeat(1_100_000)}"}`), 413],
    [await login('<x/>', 'text/xml'), 415],
    [await login('a secret', 'text/plain'), 415],
    [await login('"a secret"'), 400],
  ] as const) {
    expect([response.statusCode, response.json()]).toEqual([
      status,
      expect.objectContaining({ status: 0, data: null }),
    ]);
    expect(response.body).not.toContain('secret');
  }
});

test('an unexpected error reveals only the request id', async () => {
  const failing = await staffServer(
    {
      ...api.context,
      database: {
        ...api.context.database,
        get db(): never {
          throw new Error('secret of the inside');
        },
      },
    },
    path.join(built, 'pages'),
  );
  const payload = { email: 'a@example.com', password: 'x' };
  const response = await failing.inject({ method: 'POST', url: '/api/admin/admin-login', payload });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('inside');
  expect(response.json().message).toContain(response.headers['x-request-id']);
  await failing.close();
});
