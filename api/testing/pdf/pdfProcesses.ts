import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

export const onLinux = existsSync('/proc/self/task') ? test : test.skip;

/** Processes that earlier test files started, which end when idle. */
let others: readonly number[] = [];
beforeAll(async () => {
  others = await running();
});

/** The PDF processes that this file's tests have started. */
export const pdfProcesses = async () => (await running()).filter((made) => !others.includes(made));

async function running(): Promise<number[]> {
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
