import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from './apps.ts';
import { filesBelow } from './contentHash.ts';

// Source maps are needed only to read stack traces.
const unpublished = (name: string) => name.endsWith('.map') || name === 'mf-manifest-stats.json';

export function publishedFiles(from: string): string[] {
  return filesBelow(path.join(root, from), unpublished);
}

export function copyFiles(files: readonly string[], from: string, target: string) {
  for (const file of files) cpSync(path.join(root, from, file), path.join(target, file));
  packFiles(files, target);
}

/** Types of files that the server sends precompressed (`preCompressed` of @fastify/static). */
const packs = (file: string) => /\.(js|css|svg|json)$/.test(file);
const minBytes = 1_024;

export const isPacked = (name: string) => /\.(br|gz)$/.test(name);

/** Writes Brotli and gzip versions of each file that is large enough. */
export function packFiles(files: readonly string[], folder: string) {
  for (const file of files.filter(packs)) {
    const target = path.join(folder, file);
    if (statSync(target).size < minBytes) continue;
    const content = readFileSync(target);
    // Qualities 10 and 11 take ten times as long for 3 % smaller files.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${target}.br`, brotliCompressSync(content, { params: quality }));
    writeFileSync(`${target}.gz`, gzipSync(content, { level: 9 }));
  }
}
