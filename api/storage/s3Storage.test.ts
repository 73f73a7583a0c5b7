import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { s3Bucket } from '../testing/s3Bucket.ts';
import { wireServer, type WireRequest } from '../testing/mail/wireServer.ts';
import { s3Storage } from './s3Storage.ts';

async function bucket() {
  const s3 = await s3Bucket('documents');
  return { ...s3, storage: s3Storage(settingsOf(s3), temporary) };
}

let temporary: string;
let s3: Awaited<ReturnType<typeof bucket>>;
beforeEach(async () => {
  temporary = path.join(await mkdtemp(path.join(tmpdir(), 's3-storage-')), 'tmp');
  s3 = await bucket();
});
afterEach(async () => {
  await s3.close();
  await rm(path.dirname(temporary), { recursive: true });
});

const hello = () => Readable.from([Buffer.from('hello '), Buffer.from('world')]);

test('storing is one signed request with the length, and the file is returned, whole or in part', async () => {
  await expect(s3.storage.put('a.pdf', hello(), 'application/pdf')).resolves.toEqual({
    size: 11,
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  });
  const [{ method, path: address, headers, body }] = s3.requests as [WireRequest];
  expect({ method, path: address.split('?')[0], body: body.toString() }).toEqual({
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

test('a missing key is null, and removing is one request', async () => {
  await expect(s3.storage.get('a.pdf')).resolves.toBeNull();
  await expect(s3.storage.head('a.pdf')).resolves.toBeNull();
  await s3.storage.put('a.pdf', hello(), 'application/pdf');
  await s3.storage.remove('a.pdf');
  expect(s3.objects.size).toBe(0);
});

test('a source that fails stores nothing', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the line broke');
    })(),
  );
  await expect(s3.storage.put('a.pdf', breaking, 'application/pdf')).rejects.toThrow('the line broke');
  expect(s3.requests).toEqual([]);
  await expect(readdir(temporary)).resolves.toEqual([]);
});

const settingsOf = ({ endpoint }: { endpoint: string }) => ({
  bucket: 'documents',
  region: 'eu-west-1',
  endpoint,
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
});

test('a service that hangs causes a timeout', async () => {
  const silent = await wireServer(() => new Promise<never>(() => {}));
  const storage = s3Storage(settingsOf(silent), temporary, { answerMs: 200, silenceMs: 400 });
  try {
    await expect(storage.head('a.pdf')).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(storage.get('a.pdf')).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(storage.put('a.pdf', hello(), 'application/pdf')).rejects.toMatchObject({ name: 'TimeoutError' });
  } finally {
    await silent.close();
  }
});

test('a slow upload is not aborted while bytes are sent', async () => {
  const slow = await wireServer(async () => {
    await setTimeout(500);
    return { status: 200 };
  });
  const storage = s3Storage(settingsOf(slow), temporary, { answerMs: 100, silenceMs: 10_000 });
  await expect(storage.put('a.pdf', hello(), 'application/pdf')).resolves.toMatchObject({ size: 11 });
  await slow.close();
});

test('keys are listed by prefix, page by page, with their times', async () => {
  for (const key of ['one.a', 'one.b', 'one.c', 'two.a']) await s3.storage.put(key, hello(), 'application/pdf');
  s3.requests.length = 0;
  const at = new Date('2026-01-02T03:04:05Z');
  await expect(Readable.from(s3.storage.list('one.')).toArray()).resolves.toEqual([
    { key: 'one.a', at },
    { key: 'one.b', at },
    { key: 'one.c', at },
  ]);
  expect(s3.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
});
