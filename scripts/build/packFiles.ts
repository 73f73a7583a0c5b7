import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What is packed goes out as it is (`preCompressed` of @fastify/static); smaller files arrive no sooner packed. */
const packs = (file: string) => /\.(js|css|svg|json)$/.test(file);
const leastBytes = 1_024;

/** The packed files that stand beside others. */
export const isPacked = (name: string) => /\.(br|gz)$/.test(name);

/** Writes the Brotli and gzip of each file beside it, where that is worth it. */
export function packFiles(files: readonly string[], folder: string) {
  for (const file of files.filter(packs)) {
    const target = path.join(folder, file);
    if (statSync(target).size < leastBytes) continue;
    const content = readFileSync(target);
    // Of 11 qualities: the last two take ten times as long for three parts in a hundred.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${target}.br`, brotliCompressSync(content, { params: quality }));
    writeFileSync(`${target}.gz`, gzipSync(content, { level: 9 }));
  }
}
