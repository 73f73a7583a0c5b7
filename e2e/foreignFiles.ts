import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** The browsers that this process has started, and the fonts they have read, that do not lie in the project. */
export async function foreignFiles(): Promise<string[]> {
  if (!existsSync('/proc/self/task')) return [];
  const files = await Promise.all((await childrenOf(process.pid)).map(filesOf));
  return files.flat().filter((file) => !file.startsWith(`${root}/`));
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** None of a process that is not a browser, or has ended. */
async function filesOf(pid: number): Promise<string[]> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!command.includes('--headless')) return [];
  const program = await readlink(`/proc/${pid}/exe`).catch(() => null);
  // Chromium maps fonts into memory: a line of the map ends in the path of its file.
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  const fonts = maps.matchAll(/\/.*\.(?:ttf|otf|ttc|pfb|woff2?)$/gim);
  return [...(program === null ? [] : [program]), ...new Set(Array.from(fonts, ([font]) => font))];
}
