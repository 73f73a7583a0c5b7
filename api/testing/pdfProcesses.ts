import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** A test that asks the system for its processes. */
export const onLinux = existsSync('/proc/self/task') ? test : test.skip;

/** Those that the tests of other files have left: they ran in this process, and theirs end when they are idle. */
let others: readonly number[] = [];
beforeAll(async () => {
  others = await running();
});

/** The processes that this file's tests have begun to make PDFs, and that have not ended. */
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

/** Ends the next process that makes PDFs, as a fault in native code would; `until`: unless there is none any more. */
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
