import { ImportProgress, progressLine, summaryLine } from './ImportProgress.ts';

const tally = { accepted: 612_000, repeated: 0, rejected: 0 };

test('the bar tells how far it is, how fast, and how long it will take', () => {
  expect(progressLine(tally, { seconds: 30, share: 0.6 })).toBe(
    '██████████████████░░░░░░░░░░░░ 60 % · 612,000 in · 20,400 a second · 20 s left',
  );
});

test('known and rejected ones are told when there are any', () => {
  const line = progressLine({ accepted: 10, repeated: 2_000, rejected: 3 }, { seconds: 1, share: 1 });
  expect(line).toContain('10 in · 2,000 known already · 3 rejected · 2,013 a second · 0 s left');
});

test('of a pipe nobody knows the end', () => {
  expect(progressLine(tally, { seconds: 30, share: null })).toBe('612,000 in · 20,400 a second');
});

test('the last line sums it up', () => {
  expect(summaryLine({ accepted: 999_990, repeated: 0, rejected: 10 }, 50)).toBe(
    'Taken in: 999,990. Known already: 0. Rejected: 10. 50.0 s, 20,000 a second.',
  );
});

test('a terminal keeps its one line, anything else gets lines', () => {
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
