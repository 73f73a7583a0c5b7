import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { StoredBytes } from './DocumentStorage.ts';

/** Writes a stream to a new file and waits until the disk has it. The stream is closed, also when it was not read. */
export async function writeDurably(file: string, source: Readable): Promise<StoredBytes> {
  const handle = await open(file, 'w', 0o600).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      // Writes all of it: a single write may take less, on a disk with little room.
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}
