import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { StoredBytes } from './DocumentStorage.ts';

/** Writes a stream to a new file and waits until the disk has it. */
export async function writeDurably(file: string, source: Readable): Promise<StoredBytes> {
  const handle = await open(file, 'w', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      await handle.write(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}
