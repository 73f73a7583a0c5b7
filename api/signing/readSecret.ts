import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../settings/settings.ts';

const secretBytes = 32;

/** Throws if the file is too short, because keys from an empty or truncated secret could be guessed. */
export function readSecret({ sessionSecret, dataDir }: Pick<Settings, 'sessionSecret' | 'dataDir'>): Uint8Array {
  if (sessionSecret) return Buffer.from(sessionSecret, 'utf8');
  const file = path.join(dataDir, 'secret.key');
  const secret = secretIn(file) ?? secretIn(createIn(file))!;
  if (secret.length < secretBytes)
    throw new Error(
      `${file} does not contain a secret of ${secretBytes} bytes. Restore it from a backup, or delete it, which signs everyone out.`,
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

/** Creates the file durably and completely, or keeps the file of a concurrent start. */
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
