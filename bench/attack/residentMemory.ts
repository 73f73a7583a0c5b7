import { readFile, writeFile } from 'node:fs/promises';

/** In MB: resident now, and the most there ever was since `forgetPeak`. */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytesOf = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1_024);
  return { now: megabytesOf('VmRSS'), peak: megabytesOf('VmHWM') };
}

export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5');
