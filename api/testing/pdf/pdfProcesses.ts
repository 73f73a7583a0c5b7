import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

export const onLinux = existsSync('/proc/self/task') ? test : test.skip;

/** The PDF processes of this worker. An earlier test file may have started one, which ends when idle. */
export async function pdfProcesses(): Promise<number[]> {
  if (!existsSync('/proc/self/task')) return [];
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return children.filter((_child, index) => commands[index]!.includes('pdfProcess'));
}

/** Kills the next PDF process, like a fault in native code. Gives up once `until` returns true. */
export async function endPdfProcess(until = () => false): Promise<number | null> {
  while (!until()) {
    const [made] = await pdfProcesses();
    if (made !== undefined) {
      process.kill(made, 'SIGKILL');
      return made;
    }
    await setTimeout(1);
  }
  return null;
}
