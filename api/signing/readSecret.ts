import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../settings/settings.ts';

const secretBytes = 32;

/**
 * The secret that everything signed hangs on: SESSION_SECRET, or one that is made once and kept in
 * DATA_DIR/secret.key. Instances that share a database must be given the same one. Throws if the file holds less than a
 * whole secret: anybody could compute the keys of an empty one.
 */
export function readSecret({ sessionSecret, dataDir }: Pick<Settings, 'sessionSecret' | 'dataDir'>): Uint8Array {
  if (sessionSecret) return Buffer.from(sessionSecret, 'utf8');
  const file = path.join(dataDir, 'secret.key');
  const secret = secretIn(file) ?? secretIn(createIn(file))!;
  if (secret.length < secretBytes)
    throw new Error(
      `${file} does not hold a secret of ${secretBytes} bytes: restore it from a backup, or delete it, which signs everybody out.`,
    );
  return secret;
}

function secretIn(file: string): Uint8Array | null {
  try {
    return Buffer.from(readFileSync(file, 'utf8'), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Creates the file with all of its bytes, durable, or not at all; leaves another start's in place. */
function createIn(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(temporary, randomBytes(secretBytes).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return file;
}
