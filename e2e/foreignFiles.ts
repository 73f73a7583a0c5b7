import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The programs and fonts that this process's browsers use from outside the project. Throws if no browser is running,
 * because nothing would be checked. Returns no files on machines without `/proc`.
 */
export async function foreignFiles(): Promise<string[]> {
  if (!existsSync('/proc/self/task')) return [];
  const files = (await Promise.all((await descendantsOf(process.pid)).map(filesOf))).flat();
  if (files.length === 0) throw new Error('No browser was found among the processes of this journey');
  return [...new Set(files)].filter((file) => !file.startsWith(`${root}/`));
}

/** All descendants, because grandchildren draw the pages and so read the fonts. */
async function descendantsOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

/** Empty for a process that has ended or is not a browser. */
async function filesOf(pid: number): Promise<string[]> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!/--headless|--type=/.test(command)) return [];
  const program = await readlink(`/proc/${pid}/exe`).catch(() => null);
  // Chromium maps fonts into memory, and a line of the map ends with the file's path.
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  const fonts = maps.matchAll(/\/.*\.(?:ttf|otf|ttc|pfb|woff2?)$/gim);
  return [...(program === null ? [] : [program]), ...new Set(Array.from(fonts, ([font]) => font))];
}
