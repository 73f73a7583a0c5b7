import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../settings/settings.ts';

/**
 * The secret that everything signed hangs on: SESSION_SECRET, or one that is made once and kept in
 * DATA_DIR/secret.key. Instances that share a database must be given the same one.
 */
export function readSecret({ sessionSecret, dataDir }: Pick<Settings, 'sessionSecret' | 'dataDir'>): Uint8Array {
  if (sessionSecret) return Buffer.from(sessionSecret, 'utf8');
  const file = path.join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // 'wx' fails when it exists, so that two starts at once agree on one.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}
