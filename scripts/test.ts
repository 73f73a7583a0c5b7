/**
 * The whole gate: types, lint, Jest package by package, then the journeys in Chromium. Every step runs, so that one
 * run tells all that is wrong; the last line counts the tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');
const packages = [
  'shared',
  'api',
  'shell',
  'remote-orders',
  'remote-order-detail',
  'remote-admin-settings',
  'remote-customer',
];

/** Several times what the slowest step takes on two busy cores. */
const stepBudgetMs = 20 * 60_000;

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, each reason once. */
  reasons: Set<string>;
}

const count: Count = { passed: 0, failed: 0, skipped: 0, reasons: new Set() };
const broken: string[] = [];

/** Runs one npm script to its end, with its output as it comes; remembers it when it fails. */
function step(title: string, args: string[], env: Record<string, string> = {}) {
  const began = Date.now();
  console.log(`\n── ${title}`);
  const { status } = spawnSync('npm', ['run', '--silent', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A step that hangs has failed; the steps after it still tell their part.
    timeout: stepBudgetMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, ...env },
  });
  console.log(`   ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`);
  if (status !== 0) broken.push(title);
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

function countJest(file: string) {
  const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  count.skipped += report.numPendingTests;
  for (const { status, fullName } of report.testResults.flatMap((suite) => suite.assertionResults)) {
    if (status === 'pending') count.reasons.add(reason(fullName));
  }
}

/** Tests that need PostgreSQL are skipped where none answers, and one where nothing can be mounted; nothing else may be. */
function reason(name: string): string {
  if (name.includes('PostgreSQL')) return 'no PostgreSQL was there to run on';
  if (name.includes('mounted disk')) return 'nothing could be mounted';
  return `"${name}" is switched off`;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

function countJourneys(file: string) {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  count.passed += stats.expected + stats.flaky;
  count.failed += stats.unexpected;
  count.skipped += stats.skipped;
  if (stats.skipped) count.reasons.add('journeys are switched off, or came after a failed one');
}

/** A step that left no report has failed as a whole, however it ended. */
function counted(title: string, counting: (file: string) => void, file: string) {
  try {
    counting(file);
  } catch {
    if (!broken.includes(title)) broken.push(`${title} (no report)`);
  }
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

step('Types', ['types']);
step('Lint', ['lint']);
for (const name of packages) {
  const report = path.join(results, `${name}.json`);
  step(`Jest, ${name}`, ['test', '-w', name, '--', '--json', `--outputFile=${report}`, '--ci']);
  counted(`Jest, ${name}`, countJest, report);
}
step('Build', ['build']);
if (broken.includes('Build')) broken.push('Journeys (not run: nothing was built)');
else {
  step('Journeys', ['test', '-w', 'e2e']);
  counted('Journeys', countJourneys, path.join(results, 'journeys.json'));
}

if (broken.length) console.log(`\nFailed: ${broken.join('; ')}`);
const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
console.log(`\n${line}${count.reasons.size ? ` (${[...count.reasons].join('; ')})` : ''}`);
if (count.reasons.size) console.log(line);
process.exit(broken.length || count.failed ? 1 : 0);
