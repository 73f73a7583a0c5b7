import { countJest, countJourneys, linePerPackage, type Count, type JestReport } from './countTests.ts';

let count: Count;
beforeEach(() => {
  count = { passed: 0, failed: 0, skipped: 0, reasons: new Set() };
});

const report = (...tests: [name: string, status: string][]): JestReport => ({
  numPassedTests: tests.filter(([, status]) => status === 'passed').length,
  numFailedTests: tests.filter(([, status]) => status === 'failed').length,
  numPendingTests: tests.filter(([, status]) => status === 'pending').length,
  testResults: [
    {
      name: '/desk/api/one.test.ts',
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    },
  ],
});

test('tests and journeys are added up', () => {
  countJest(count, report(['a', 'passed'], ['b', 'failed'], ['c', 'passed']));
  countJourneys(count, { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(count).toMatchObject({ passed: 6, failed: 2, skipped: 2 });
});

test('what is skipped has its reason, and one that is switched off its name', () => {
  const onPostgres = 'on PostgreSQL one gets in';
  countJest(count, report([onPostgres, 'pending'], [`${onPostgres} too`, 'pending'], ['nobody may', 'pending']));
  expect([...count.reasons]).toEqual(['no PostgreSQL was there to run on', '"nobody may" is switched off']);
});

test('each package has a line', () => {
  expect(linePerPackage(report(['a', 'passed'], ['b', 'failed']), '/desk')).toEqual(['   api: 1 of 2 passed']);
});
