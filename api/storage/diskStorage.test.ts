import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pollUntil } from '../testing/pollUntil.ts';
import { diskStorage } from './diskStorage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disk-storage-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = async (stream: Readable | null) => stream && text(stream);

test('a stored file is returned, whole or in part, with its size and digest', async () => {
  const storage = diskStorage(folder);
  await expect(storage.put('a.pdf', Readable.from([Buffer.from('hello '), Buffer.from('world')]), '')).resolves.toEqual(
    {
      size: 11,
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    },
  );
  await expect(read(await storage.get('a.pdf'))).resolves.toBe('hello world');
  await expect(read(await storage.get('a.pdf', { first: 6, last: 8 }))).resolves.toBe('wor');
  await expect(storage.head('a.pdf')).resolves.toBe(11);
});

test('a missing key is null, and removing it is no error', async () => {
  const storage = diskStorage(folder);
  await expect(storage.get('a.pdf')).resolves.toBeNull();
  await expect(storage.head('a.pdf')).resolves.toBeNull();
  await expect(storage.remove('a.pdf')).resolves.toBeUndefined();
});

test('a source that fails leaves no file', async () => {
  const storage = diskStorage(folder);
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the line broke');
    })(),
  );
  await expect(storage.put('a.pdf', breaking, '')).rejects.toThrow('the line broke');
  await expect(readdir(folder)).resolves.toEqual([]);
});

test('a second instance on the folder does not affect files that the first is writing', async () => {
  const first = diskStorage(folder);
  const finished = Promise.withResolvers<void>();
  const slow = Readable.from(
    (async function* () {
      yield Buffer.from('hello ');
      await finished.promise;
      yield Buffer.from('world');
    })(),
  );
  const putting = first.put('a.pdf', slow, '');
  await pollUntil(
    () => readdir(folder),
    (names) => names.length === 1,
  );
  const second = diskStorage(folder);
  finished.resolve();
  await putting;
  await expect(read(await second.get('a.pdf'))).resolves.toBe('hello world');
});

test('keys are listed by prefix with their times, without unfinished files', async () => {
  const storage = diskStorage(folder);
  for (const key of ['one.a', 'one.b', 'two.a']) await storage.put(key, Readable.from([Buffer.from(key)]), '');
  await writeFile(path.join(folder, 'one.c.part'), 'half');
  const listed: { key: string; at: Date }[] = await Readable.from(storage.list('one.')).toArray();
  expect(listed.map(({ key }) => key).sort()).toEqual(['one.a', 'one.b']);
  for (const { at } of listed) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
});

test('a source is closed if it cannot be stored', async () => {
  const storage = diskStorage(folder);
  await mkdir(path.join(folder, 'a.pdf.part'));
  const source = Readable.from([Buffer.from('hello')]);
  await expect(storage.put('a.pdf', source, '')).rejects.toThrow();
  expect(source.destroyed).toBe(true);
});

test.each(['../a.pdf', '/etc/passwd', '.hidden', 'a/b', ''])('the key %p is refused', async (key) => {
  await expect(diskStorage(folder).head(key)).rejects.toThrow('A storage key');
});
