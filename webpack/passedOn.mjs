import { readFileSync } from 'node:fs';

/**
 * The names that a file passes on of a package (`router.mjs`, `valibot.mjs`), in the order of the alphabet. JavaScript, since
 * lint reads it, which editors and the commit's hook run with whatever Node the machine has.
 */
export function passedOn(file) {
  const [, names] = /^export \{([^}]+)\}/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (!names) throw new Error(`${file} passes nothing on`);
  return names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .toSorted();
}
