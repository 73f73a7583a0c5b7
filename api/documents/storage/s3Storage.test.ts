import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { wireServer, type WireRequest } from '../../testing/wireServer.ts';
import { s3Storage } from './s3Storage.ts';

/** As much of S3 as documents need, in memory. */
async function bucket() {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const server = await wireServer(({ method, path, headers, body }) => {
    const key = new URL(path, 'http://s3').pathname;
    if (method === 'PUT') {
      objects.set(key, { bytes: body, type: String(headers['content-type']) });
      return { status: 200 };
    }
    const found = objects.get(key);
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (!found) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const bytes = first ? found.bytes.subarray(Number(first), Number(last) + 1) : found.bytes;
    return {
      status: first ? 206 : 200,
      headers: { 'content-length': String(bytes.length) },
      body: method === 'HEAD' ? '' : bytes,
    };
  });
  const storage = s3Storage({
    bucket: 'documents',
    region: 'eu-west-1',
    endpoint: server.endpoint,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
  });
  return { ...server, objects, storage };
}

let s3: Awaited<ReturnType<typeof bucket>>;
beforeEach(async () => {
  s3 = await bucket();
});
afterEach(() => s3.close());

const hello = () => Readable.from([Buffer.from('hello '), Buffer.from('world')]);

test('what was put is one signed request with its length, and is got back, whole or in part', async () => {
  await expect(s3.storage.put('a.pdf', hello(), 'application/pdf')).resolves.toEqual({
    size: 11,
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  });
  const [{ method, path, headers, body }] = s3.requests as [WireRequest];
  expect({ method, path: path.split('?')[0], body: body.toString() }).toEqual({
    method: 'PUT',
    path: '/documents/a.pdf',
    body: 'hello world',
  });
  expect(headers).toMatchObject({ 'content-length': '11', 'content-type': 'application/pdf' });
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/s3\/aws4_request, /,
  );

  await expect(text((await s3.storage.get('a.pdf'))!)).resolves.toBe('hello world');
  await expect(text((await s3.storage.get('a.pdf', { first: 6, last: 8 }))!)).resolves.toBe('wor');
  await expect(s3.storage.head('a.pdf')).resolves.toBe(11);
});

test('a key that is not there is null, and removing is one request', async () => {
  await expect(s3.storage.get('a.pdf')).resolves.toBeNull();
  await expect(s3.storage.head('a.pdf')).resolves.toBeNull();
  await s3.storage.put('a.pdf', hello(), 'application/pdf');
  await s3.storage.remove('a.pdf');
  expect(s3.objects.size).toBe(0);
});

test('bytes that stop coming put nothing', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the line broke');
    })(),
  );
  await expect(s3.storage.put('a.pdf', breaking, 'application/pdf')).rejects.toThrow('the line broke');
  expect(s3.requests).toEqual([]);
});
