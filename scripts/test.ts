/**
 * The gate. Runs two steps at a time. The first failing step stops the others.
 * `--since REF` runs only the tests and journeys that the changes since then can affect.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import runAll from 'npm-run-all2';
import { journeysFor } from './journeysFor.ts';

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const steps = since === undefined ? stepsOf({}) : stepsSince(since);
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
console.log(`Running two steps at a time. Each step’s output appears when it ends:\n  ${steps.join('\n  ')}\n`);
const [stdout, stderr] = [process.stdout, process.stderr];
const shown = { aggregateOutput: true, printName: true, silent: true, stdout, stderr };
const passed = await runAll(steps, { parallel: true, maxParallel: 2, ...shown }).then(
  () => true,
  (error: Error) => console.log(`\nFailed: ${error.message}`),
);
console.log(`\n${countTests()}`);
process.exit(passed ? 0 : 1);

interface Chosen {
  /** Names of the journeys to run. Default: all. */
  journeys?: readonly string[];
  /** Arguments that choose the tests in each environment. Default: all tests. */
  node?: string;
  browser?: string;
}

/** Scripts of package.json, in the order in which they start. */
function stepsOf({ journeys = [''], node = '', browser = '' }: Chosen) {
  return [
    ...(journeys.length ? [`journeys -- ${journeys.join(' ')}`] : []),
    'types',
    'lint',
    `vitest -- ${node} --reporter=default --reporter=json --outputFile=test-results/tests-node.json`,
    `jest -- ${browser} --json --outputFile=test-results/tests-browser.json`,
  ];
}

function stepsSince(ref: string) {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [
    ...git('diff', '--name-only', '--no-renames', '--merge-base', ref),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const journeys = journeysFor(files);
  if (journeys === null) return stepsOf({});
  // The API's tests start programs without importing them, so Vitest cannot tell which tests to run: run all in Node.
  const startsPrograms = files.some((file) => /^(api|shared\/(api|rules|format|declaration))\//.test(file));
  return [
    ...stepsOf({
      journeys,
      node: startsPrograms ? '' : `--passWithNoTests --changed=${ref}`,
      browser: `--passWithNoTests --changedSince=${ref}`,
    }),
    // Always runs, because this test reads the text of every file.
    'jest -- shared/rules/citations.test.ts',
  ];
}

function countTests() {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const counts = [
    ...globSync('test-results/tests-*.json').map((file) => {
      const { numPassedTests, numFailedTests, numPendingTests } = read(file);
      return [numPassedTests, numFailedTests, numPendingTests];
    }),
    ...globSync('test-results/journeys.json').map((file) => {
      const { expected, unexpected, skipped } = read(file).stats;
      return [expected, unexpected, skipped];
    }),
  ];
  const sum = (at: number) => counts.reduce((total, count) => total + count[at], 0);
  return `${sum(0)} passed, ${sum(1)} failed, ${sum(2)} skipped`;
}
