import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Files } from '../../api/remotes/RemoteStore.ts';
import { root } from './apps.ts';

/** Reads the files below `folder`, which is relative to `base`. Skips every name for which `leaveOut` returns true. */
export function readFiles(base: string, folder = '', leaveOut: (name: string) => boolean = () => false): Files {
  const files: Record<string, Buffer> = {};
  for (const entry of readdirSync(path.join(base, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (leaveOut(entry.name)) continue;
    if (entry.isDirectory()) Object.assign(files, readFiles(base, file, leaveOut));
    else files[file] = readFileSync(path.join(base, file));
  }
  return files;
}

/** A hash of names and contents, in hex. */
export function contentHash(files: Files): string {
  const hash = createHash('sha256');
  for (const file of Object.keys(files).sort()) hash.update(`${file}\0`).update(files[file]!).update('\0');
  return hash.digest('hex');
}

// Source maps are needed only to read stack traces.
const unpublished = (name: string) => name.endsWith('.map') || name === 'mf-manifest-stats.json';

/** The contents of an app's `dist`, without source maps. A remote's paths lose `remote/`; its site's keep `site/`. */
export function publishedFiles(app: string): Files {
  const output = path.join(root, app, 'dist');
  const files = existsSync(output) ? readFiles(output, '', unpublished) : {};
  return Object.fromEntries(Object.entries(files).map(([file, content]) => [file.replace(/^remote\//, ''), content]));
}

/** Types of files that the server sends precompressed (`preCompressed` of @fastify/static). */
const isCompressible = (file: string) => /\.(js|css|svg|json)$/.test(file);
const minBytes = 1_024;

export const isCompressed = (name: string) => /\.(br|gz)$/.test(name);

/** Adds Brotli and gzip versions of each file that is large enough. */
export function withCompressed(files: Files): Files {
  const all: Record<string, Buffer> = { ...files };
  for (const [file, content] of Object.entries(files)) {
    if (!isCompressible(file) || content.length < minBytes) continue;
    // Qualities 10 and 11 take ten times as long for 3 % smaller files.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    all[`${file}.br`] = brotliCompressSync(content, { params: quality });
    all[`${file}.gz`] = gzipSync(content, { level: 9 });
  }
  return all;
}
