import path from 'node:path';

/** Adds up the reports that Jest and Playwright leave. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, each reason once. */
  reasons: Set<string>;
}

export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

export function countJest(count: Count, report: JestReport) {
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

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

export function countJourneys(count: Count, { stats }: PlaywrightReport) {
  count.passed += stats.expected + stats.flaky;
  count.failed += stats.unexpected;
  count.skipped += stats.skipped;
  if (stats.skipped) count.reasons.add('journeys are switched off, or came after a failed one');
}

/** How many tests of each package passed, a line each. `root` is the folder of the packages. */
export function linePerPackage({ testResults }: JestReport, root: string): string[] {
  const packages = Map.groupBy(testResults, ({ name }) => path.relative(root, name).split(path.sep)[0]!);
  return Array.from(packages, ([name, suites]) => {
    const tests = suites.flatMap((suite) => suite.assertionResults);
    return `   ${name}: ${tests.filter(({ status }) => status === 'passed').length} of ${tests.length} passed`;
  }).sort();
}
