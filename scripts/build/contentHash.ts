import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The sorted relative paths of the files below `folder`. Skips every name for which `leaveOut` returns true. */
export function filesBelow(folder: string, leaveOut: (name: string) => boolean = () => false): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !leaveOut(entry.name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(folder, entry.name), leaveOut).map((file) => path.join(entry.name, file))
        : [entry.name],
    )
    .sort();
}

/** A hash of names and contents, in hex. */
export function contentHash(files: readonly string[], root: string): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
