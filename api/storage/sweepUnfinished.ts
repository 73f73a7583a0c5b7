import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unfinished } from './diskStorage.ts';

/** What arrives or is on its way to the storage: folders of our own in DATA_DIR/tmp, and files without their name yet. */
const places: readonly { folder: string; ours: (name: string) => boolean }[] = [
  { folder: 'tmp', ours: (name) => /^(upload|document)-/.test(name) },
  { folder: 'uploads', ours: (name) => name.endsWith(unfinished) },
  { folder: 'outbox', ours: (name) => name.endsWith(unfinished) },
];

/**
 * Removes what a process that ended left half-done in DATA_DIR. Not whose it is counts, but its age: bytes that still
 * come, to this instance or to another, make a file young again. Answers how many were removed.
 */
export async function sweepUnfinished(dataDir: string, before: Date): Promise<number> {
  let removed = 0;
  for (const { folder, ours } of places) {
    const names = await readdir(path.join(dataDir, folder)).catch(noneWhenMissing);
    for (const name of names.filter(ours)) {
      const place = path.join(dataDir, folder, name);
      if ((await lastTouched(place)) >= before.getTime()) continue;
      await rm(place, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}

/** When a file, or the youngest of a folder and what lies in it, was written to; what has gone meanwhile: just now. */
async function lastTouched(place: string): Promise<number> {
  const found = await stat(place).catch(() => null);
  if (!found) return Infinity;
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = await readdir(place).catch(() => []);
  return Math.max(found.mtimeMs, ...(await Promise.all(inside.map((name) => lastTouched(path.join(place, name))))));
}

function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
