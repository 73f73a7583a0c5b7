import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ImportProgress, progressLine, RejectedReport, rejectedText, summaryLine } from './importReport.ts';

const tally = { accepted: 612_000, repeated: 0, rejected: 0 };

test('the bar shows progress, speed and remaining time', () => {
  expect(progressLine(tally, { seconds: 30, share: 0.6 })).toBe(
    '██████████████████░░░░░░░░░░░░ 60 % · 612,000 imported · 20,400 a second · 20 s left',
  );
});

test('repeated and rejected orders are shown if there are any', () => {
  const line = progressLine({ accepted: 10, repeated: 2_000, rejected: 3 }, { seconds: 1, share: 1 });
  expect(line).toContain('10 imported · 2,000 already known · 3 rejected · 2,013 a second · 0 s left');
});

test('a pipe has no progress bar, because its size is unknown', () => {
  expect(progressLine(tally, { seconds: 30, share: null })).toBe('612,000 imported · 20,400 a second');
});

test('the last line is a summary', () => {
  expect(summaryLine({ accepted: 999_990, repeated: 0, rejected: 10 }, 50)).toBe(
    'Imported: 999,990. Already known: 0. Rejected: 10. 50.0 s, 20,000 a second.',
  );
});

test('a terminal updates one line, any other output gets new lines', () => {
  const shownOn = (isTTY: boolean) => {
    const written: string[] = [];
    const progress = new ImportProgress({ isTTY, write: (text) => written.push(text) }, 100);
    progress.show(tally, 50);
    progress.show(tally, 51);
    progress.end();
    return written;
  };
  expect(shownOn(true)).toEqual([expect.stringMatching(/^\r\x1b\[2K█.*left$/), '\r\x1b[2K']);
  expect(shownOn(false)).toEqual([expect.stringMatching(/^█.*left\n$/)]);
});

const rejected = (line: number) => ({ line, order_id: null, errors: { line: 'not valid JSON' } });

test('the first five rejected lines of the file are shown, whatever their order of arrival', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-rejected-'));
  try {
    const report = new RejectedReport(path.join(folder, 'rejected.ndjson'));
    await report.add([70, 80, 90].map(rejected));
    await report.add([1, 2, 60, 99].map(rejected));
    await report.add([3].map(rejected));
    await report.close();
    expect(report.first.map(({ line }) => line)).toEqual([1, 2, 3, 60, 70]);
    expect((await readFile(report.path, 'utf8')).trimEnd().split('\n')).toHaveLength(8);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a line is reported with its number, order id and errors', () => {
  expect(rejectedText({ line: 5_000, order_id: '999999', errors: { email: 'Must be an email address' } })).toBe(
    'Line 5,000 (order 999999): email: Must be an email address',
  );
  expect(rejectedText({ line: 10, order_id: null, errors: { line: 'not valid JSON' } })).toBe(
    'Line 10: not valid JSON',
  );
});

test('only the first three errors of a line are shown', () => {
  const errors = { city: 'Required', email: 'Required', street: 'Required', amount: 'Required', currency: 'Required' };
  expect(rejectedText({ line: 1, order_id: null, errors })).toBe(
    'Line 1: city: Required; email: Required; street: Required; and 2 more',
  );
});

test('control characters of the sender do not reach the terminal', () => {
  const told = rejectedText({ line: 1, order_id: '\u001b[2J12', errors: { 'a\r\nb\u202e': 'Unknown field' } });
  expect(told).toBe('Line 1 (order \ufffd[2J12): a\ufffd\ufffdb\ufffd: Unknown field');
});
