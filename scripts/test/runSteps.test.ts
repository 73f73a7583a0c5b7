import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSteps, type Step } from './runSteps.ts';

/** A step that runs a line of JavaScript. */
const step = (title: string, script: string, after?: string): Step => ({
  title,
  command: [process.execPath, '-e', script],
  ...(after && { after }),
});

/** Two at a time. Answers how each ended, and what was printed. */
async function run(...steps: Step[]) {
  const printed: string[] = [];
  const ended = await runSteps(steps, { folder: tmpdir(), together: 2, print: (text) => printed.push(text) });
  return { ended: Object.fromEntries(ended.map(({ title, wrong }) => [title, wrong])), printed };
}

test('a step that fails is told with its code, and keeps no other from running', async () => {
  const { ended } = await run(step('Types', 'process.exit(2)'), step('Lint', ''), step('Jest', ''));
  expect(ended).toEqual({ Types: 'exit code 2', Lint: null, Jest: null });
});

test('a step after one that failed does not run, and has failed with it', async () => {
  const { ended, printed } = await run(
    step('Build', 'process.exit(1)'),
    step('Journeys', 'console.log("ran")', 'Build'),
  );
  expect(ended).toEqual({ Build: 'exit code 1', Journeys: 'not run: Build failed' });
  expect(printed.join()).not.toContain('ran');
});

test('a step begins once the one before it has ended', async () => {
  const { ended, printed } = await run(step('Journeys', '', 'Build'), step('Build', ''));
  expect(ended).toEqual({ Build: null, Journeys: null });
  const at = (text: string) => printed.findIndex((line) => line.includes(text));
  expect(at('Build: ok')).toBeLessThan(at('Journeys …'));
});

test('what two steps say at the same time is printed one after the other, errors among it', async () => {
  const talk = (word: string) =>
    `let n = 0; const timer = setInterval(() => {
       (n % 2 ? console.error : console.log)('${word} ' + n);
       if (++n === 6) clearInterval(timer);
     }, 30)`;
  const { printed } = await run(step('One', talk('one')), step('Two', talk('two')));
  const said = printed.filter((text) => text.includes('──')).sort();
  for (const [index, word] of ['one', 'two'].entries()) {
    // Each of its two streams in its order; which of them is read first, the system says.
    const words = said[index]!.match(/(one|two) \d/g)!;
    const ofStream = (odd: number) => words.filter((text) => Number(text.at(-1)) % 2 === odd);
    expect(ofStream(0)).toEqual([0, 2, 4].map((n) => `${word} ${n}`));
    expect(ofStream(1)).toEqual([1, 3, 5].map((n) => `${word} ${n}`));
  }
});

test('no more run at the same time than may', async () => {
  const { printed } = await run(step('One', ''), step('Two', ''), step('Three', ''));
  const begun = printed.findIndex((text) => text.includes('Three …'));
  expect(printed.slice(0, begun).some((text) => text.includes(': ok'))).toBe(true);
});

test('a program that is not there is a step that failed', async () => {
  const { ended } = await run({ title: 'Lint', command: [path.join(import.meta.dirname, 'there-is-no-such-program')] });
  expect(ended.Lint).toMatch(/ENOENT/);
});

test('all that a step said is there, however much', async () => {
  const { printed } = await run(step('Jest', `console.log('x'.repeat(2_000_000) + 'the end')`));
  expect(printed.join()).toContain('xthe end');
});
