import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { diskStorage } from './diskStorage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disk-storage-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = async (stream: Readable | null) => stream && text(stream);

test('what was put is got back, whole or in part, with its size and digest', async () => {
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

test('a key that is not there is null, and removing it is no error', async () => {
  const storage = diskStorage(folder);
  await expect(storage.get('a.pdf')).resolves.toBeNull();
  await expect(storage.head('a.pdf')).resolves.toBeNull();
  await expect(storage.remove('a.pdf')).resolves.toBeUndefined();
});

test('bytes that stop coming leave nothing, under no name', async () => {
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

test('what a crash left half-written is swept at the next start', async () => {
  await writeFile(path.join(folder, 'a.pdf.part'), 'half');
  await writeFile(path.join(folder, 'b.pdf'), 'whole');
  diskStorage(folder);
  await expect(readdir(folder)).resolves.toEqual(['b.pdf']);
});

test.each(['../a.pdf', '/etc/passwd', '.hidden', 'a/b', ''])('the key %p is refused', async (key) => {
  await expect(diskStorage(folder).head(key)).rejects.toThrow('A storage key');
});
