import { brotliDecompressSync } from 'node:zlib';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi('embedded');
});
afterAll(() => api.close());

const ask = (url: string, origin: 'staff' | 'customers' = 'staff') => api[origin].inject({ url });

test('the reference is a page with script files of this origin, and is not cached', async () => {
  const { headers, body } = await ask('/api/docs');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(body.match(/<script\b[^>]*>/g)!.every((tag) => tag.includes('src="/'))).toBe(true);
  expect(body).not.toContain('__CSP_NONCE__');
  expect(headers['cache-control']).toBe('no-store');
});

test('everything that the page loads is served, and no other file of the library', async () => {
  const { body } = await ask('/api/docs');
  const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  const loaded = addresses.filter((address) => !address.startsWith('data:'));
  expect(loaded.length).toBeGreaterThan(2);
  for (const address of loaded) expect([address, (await ask(address)).statusCode]).toEqual([address, 200]);
  expect((await ask('/reference/package.json')).statusCode).toBe(404);
  expect((await ask('/reference/index.html')).statusCode).toBe(404);
});

test('other responses below /api may load nothing, and the public site has no reference', async () => {
  for (const url of ['/api/openapi.json', '/api/docs/nothing']) {
    expect((await ask(url)).headers['content-security-policy']).toMatch(/^default-src 'none';frame-ancestors/);
  }
  expect((await ask('/api/docs', 'customers')).statusCode).toBe(404);
});

test('the document is compressed only once, not per request', async () => {
  const ofEncoding = async (encoding: string) =>
    api.staff.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': encoding } });
  const [compressed, plain] = [await ofEncoding('gzip, br'), await ofEncoding('gzip')];
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  // A response compressed per request would have no length.
  expect(Number(compressed.headers['content-length'])).toBe(compressed.rawPayload.length);
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
});
