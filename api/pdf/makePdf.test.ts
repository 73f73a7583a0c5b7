import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { makePdf, pdfLimits } from './makePdf.ts';

const hungry = new URL('../testing/hungry.typ', import.meta.url);
const ordinary = () => makePdf(hungry, {});

const tellsOfChildren = existsSync('/proc/self/task');

/** Those of a test file that ran before in this process: they are kept for a while. */
let ofOthers: number[] = [];
beforeAll(async () => {
  if (tellsOfChildren) ofOthers = await childrenNamed('pdfProcess');
});

test('the same template and data give the same bytes, also from another process', async () => {
  const first = await ordinary();
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await ordinary()).equals(first)).toBe(true);
  await makePdf(hungry, { steps: 1_000_000 }, { ...pdfLimits, ms: 50 }).catch(() => {});
  expect((await ordinary()).equals(first)).toBe(true);
});

const tooMuchWork = { name: 'PdfFailure', outcome: 'tooMuchWork' };

test.each([
  ['time', { steps: 1_000_000 }, { ms: 300 }],
  ['memory', { numbers: 20_000_000 }, { residentBytes: 200 * 1_048_576 }],
])('a PDF that takes more than its limit of %s is ended, and the next one is made', async (_what, data, limit) => {
  const began = performance.now();
  await expect(makePdf(hungry, data, { ...pdfLimits, ...limit })).rejects.toMatchObject(tooMuchWork);
  expect(performance.now() - began).toBeLessThan(9_000);
  await expect(ordinary()).resolves.toBeInstanceOf(Buffer);
});

test('a template that is wrong for its data says what is wrong', async () => {
  await expect(makePdf(hungry, { fails: true })).rejects.toMatchObject({
    outcome: 'broken',
    message: expect.stringContaining('dictionary does not contain key "nothing"'),
  });
  await expect(makePdf(new URL('../testing/none.typ', import.meta.url), {})).rejects.toMatchObject({
    outcome: 'broken',
  });
});

(tellsOfChildren ? test : test.skip)('the process that makes them lets all others go first', async () => {
  await ordinary();
  const made = (await childrenNamed('pdfProcess')).filter((pid) => !ofOthers.includes(pid));
  expect(made).toHaveLength(1);
  expect(os.getPriority(made[0])).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
});

/** The processes that this one began to run such a file. */
async function childrenNamed(file: string): Promise<number[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')));
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return children.filter((_child, index) => commands[index]!.includes(file));
}

test('no more than 20 wait, and who comes then is told at once', async () => {
  const made = Array.from({ length: 21 }, ordinary);
  await expect(ordinary()).rejects.toMatchObject({ outcome: 'busy' });
  await expect(Promise.all(made)).resolves.toHaveLength(21);
});
