import { readFileSync } from 'node:fs';

/** The names that a file passes on of a package (`router.mjs`, `valibot.mjs`), in the order of the alphabet. */
export function passedOn(file: string): string[] {
  const [, names] = /^export \{([^}]+)\}/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (!names) throw new Error(`${file} passes nothing on`);
  return names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .toSorted();
}
