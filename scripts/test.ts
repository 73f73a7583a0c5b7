/**
 * The whole gate, two steps at a time: the build, types, lint, the journeys in Chromium as soon as they have a build, and
 * the tests of what runs in Node and in a browser. Every step runs, so that one run tells all that is wrong; the last line
 * counts the tests. With `--since REF` only what the changes since then can have touched.
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
const reports = {
  'Jest, browser': path.join(results, 'jest-browser.json'),
  'Jest, node': path.join(results, 'jest-node.json'),
  Journeys: path.join(results, 'journeys.json'),
};

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

/** In the order in which they begin; the journeys need a build. */
function stepsOf(chosen: Choice | 'all'): Step[] {
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
    ...checks(chosen),
    ...(opensScreens ? [{ title: 'Journeys', command: playwright, after: 'Build' }] : []),
    ...(chosen === 'all' || reachNode(tests) ? [{ title: 'Jest, node', command: jest('node', tests) }] : []),
    { title: 'Jest, browser', command: jest('browser', tests) },
  ];
}

/** Types and lint: of what changed alone, when no other package can import it. */
function checks(chosen: Choice | 'all'): Step[] {
  if (chosen === 'all' || !chosen.checked) return [npm('Types', 'types'), npm('Lint', 'lint')];
  const { apps, files } = chosen.checked;
  const node = (program: string, ...args: string[]) => [
    process.execPath,
    path.join(root, 'node_modules', program),
    ...args,
  ];
  const lint = node('eslint/bin/eslint.js', '--no-warn-ignored', ...files);
  const form = node('prettier/bin/prettier.cjs', '--check', '--ignore-unknown', ...files);
  return [
    ...(apps.length ? [npm('Types', 'types', ...apps.flatMap((app) => ['-w', app]))] : []),
    ...(files.length
      ? [
          { title: 'Lint', command: lint },
          { title: 'Form', command: form },
        ]
      : []),
  ];
}

function npm(title: string, script: string, ...args: string[]): Step {
  return { title, command: ['npm', 'run', '--silent', script, ...args] };
}

/** Whether a test that runs in Node can be related to one of these: it imports its own package and `shared` alone. */
function reachNode(files: readonly string[]): boolean {
  return files.some((file) => file !== readsEverything && !/^(shell|remote-[\w-]+)\//.test(file));
}

/** The modules that changed, and all tests of the packages that run whole: a test is related to itself. */
function testFiles({ related, packages }: Choice['jest']): string[] {
  const whole = packages.map((name) => `${name}/**/*.test.{ts,tsx}`);
  return [...related, ...globSync(whole, { cwd: root, exclude: ['**/node_modules'] })];
}

/** All that run in this environment, or those related to some files. The environments are those of jest.preset.js. */
function jest(environment: 'browser' | 'node', files: readonly string[]): Step['command'] {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // What a database in the process leaves behind is cleared less often: a twentieth of the processor's time.
  if (environment === 'node') flags.push('--max-semi-space-size=64');
  const program = path.join(root, 'node_modules/jest/bin/jest.js');
  // A package with a configuration of its own runs with those of Node, rather than nowhere.
  const which = environment === 'browser' ? '--selectProjects=browser' : '--ignoreProjects=browser';
  const report = reports[`Jest, ${environment}`];
  const options = ['--ci', '--json', `--outputFile=${report}`, which];
  const related = files.length ? ['--passWithNoTests', '--findRelatedTests', ...files] : [];
  return [process.execPath, ...flags, program, ...options, ...related];
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
  const units = [reported('Jest, browser'), reported('Jest, node')].filter(
    (report): report is JestReport => report !== null,
  );
  const journeys = reported('Journeys');
  for (const report of units) countJest(count, report);
  if (journeys) countJourneys(count, journeys);

  const lines = units.flatMap((report) => linePerPackage(report, root)).sort();
  if (lines.length) console.log(lines.join('\n'));
  if (broken.length) console.log(`\nFailed: ${broken.join('; ')}`);
  const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
  console.log(`\n${line}${count.reasons.size ? ` (${[...count.reasons].join('; ')})` : ''}`);
  if (count.reasons.size) console.log(line);
  process.exit(broken.length || count.failed ? 1 : 0);
}
