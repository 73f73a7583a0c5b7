/**
 * The whole gate: types, lint and the build, two steps at a time, then Jest over all packages and the journeys in Chromium,
 * which have two workers each. Every step runs, so that one run tells all that is wrong; the last line counts the tests. With `--since REF` only what the
 * changes since then can have touched.
 */
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changedFiles } from './test/changedFiles.ts';
import { chooseTests, type Choice } from './test/chooseTests.ts';
import { countJest, countJourneys, linePerPackage, type Count, type JestReport } from './test/countTests.ts';
import { runSteps, type Step } from './test/runSteps.ts';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');
const reports = { Jest: path.join(results, 'jest.json'), Journeys: path.join(results, 'journeys.json') };

/** Reads the text of every file of the repository, so any change may break it. */
const readsEverything = 'shared/rules/citations.test.ts';

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const choice = since === undefined ? 'all' : chosenSince(since);
const steps = stepsOf(choice);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const ended = await runSteps(steps, { folder: root, together: 2, print: console.log });
finish(ended.flatMap(({ title, wrong }) => (wrong ? [`${title} (${wrong})`] : [])));

function chosenSince(ref: string): Choice | 'all' {
  try {
    const files = changedFiles(ref, root);
    const chosen = chooseTests(files);
    const what =
      chosen === 'all' ? 'everything is tested' : `journeys: ${[chosen.journeys].flat().join(', ') || 'none'}`;
    console.log(`Changed since ${ref}: ${files.length} ${files.length === 1 ? 'file' : 'files'}; ${what}.`);
    return chosen;
  } catch (error) {
    console.error(String((error as Error).message));
    process.exit(1);
  }
}

/** Those that take longest begin first; the journeys need a build. */
function stepsOf(chosen: Choice | 'all'): Step[] {
  const npm = (title: string, script: string): Step => ({ title, command: ['npm', 'run', '--silent', script] });
  const tests = chosen === 'all' ? [] : [readsEverything, ...testFiles(chosen.jest)];
  const journeys = chosen === 'all' || chosen.journeys === 'all' ? [] : chosen.journeys;
  const playwright = [
    'npm',
    'test',
    '--silent',
    '-w',
    'e2e',
    '--',
    ...journeys.map((name) => `journeys/${name}.spec.ts`),
  ];
  const opensScreens = chosen === 'all' || chosen.journeys.length > 0;
  return [
    ...(opensScreens ? [npm('Build', 'build')] : []),
    npm('Types', 'types'),
    npm('Lint', 'lint'),
    ...(chosen === 'all' || tests.length ? [{ title: 'Jest', command: jest(tests), alone: true }] : []),
    ...(opensScreens ? [{ title: 'Journeys', command: playwright, after: 'Build', alone: true }] : []),
  ];
}

/** The modules that changed, and all tests of the packages that run whole: a test is related to itself. */
function testFiles({ related, packages }: Choice['jest']): string[] {
  const whole = packages.map((name) => `${name}/**/*.test.{ts,tsx}`);
  return [...related, ...globSync(whole, { cwd: root, exclude: ['**/node_modules'] })];
}

/** All of them, or those related to some files. */
function jest(files: readonly string[]): Step['command'] {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const program = path.join(root, 'node_modules/jest/bin/jest.js');
  const options = ['--ci', '--json', `--outputFile=${reports.Jest}`];
  return [process.execPath, ...flags, program, ...options, ...(files.length ? ['--findRelatedTests', ...files] : [])];
}

function finish(broken: string[]): never {
  const count: Count = { passed: 0, failed: 0, skipped: 0, reasons: new Set() };
  const reported = (title: keyof typeof reports) => {
    if (!steps.some((step) => step.title === title)) return null;
    try {
      return JSON.parse(readFileSync(reports[title], 'utf8'));
    } catch {
      // A step that left no report has failed as a whole, however it ended.
      if (!broken.some((line) => line.startsWith(title))) broken.push(`${title} (no report)`);
      return null;
    }
  };
  const [units, journeys] = [reported('Jest') as JestReport | null, reported('Journeys')];
  if (units) countJest(count, units);
  if (journeys) countJourneys(count, journeys);

  if (units) console.log(linePerPackage(units, root).join('\n'));
  if (broken.length) console.log(`\nFailed: ${broken.join('; ')}`);
  const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
  console.log(`\n${line}${count.reasons.size ? ` (${[...count.reasons].join('; ')})` : ''}`);
  if (count.reasons.size) console.log(line);
  process.exit(broken.length || count.failed ? 1 : 0);
}
