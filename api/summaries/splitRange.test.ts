import { splitRange } from './summaries.ts';

const words = (fromDate: string | null, toDate: string | null) =>
  splitRange({ fromDate, toDate }).map(({ period, from, before }) => `${period}s ${from} … ${before}`);

test.each<[string | null, string | null, string[]]>([
  [null, null, ['years -infinity … infinity']],
  ['2026-01-01', '2026-12-31', ['years 2026-01-01 … 2027-01-01']],
  [
    '2024-05-16',
    '2026-09-15',
    [
      'years 2025-01-01 … 2026-01-01',
      'months 2024-06-01 … 2025-01-01',
      'days 2024-05-16 … 2024-06-01',
      'months 2026-01-01 … 2026-09-01',
      'days 2026-09-01 … 2026-09-16',
    ],
  ],
  ['2026-12-17', null, ['years 2027-01-01 … infinity', 'days 2026-12-17 … 2027-01-01']],
  [null, '2024-02-29', ['years -infinity … 2024-01-01', 'months 2024-01-01 … 2024-03-01']],
  ['9999-12-20', '9999-12-31', ['days 9999-12-20 … infinity']],
  ['0050-12-20', '0051-01-02', ['days 0050-12-20 … 0051-01-03']],
])('%s to %s is %j', (from, to, parts) => expect(words(from, to)).toEqual(parts));

test('each day of a range counts once, and no other day counts', () => {
  const aDay = 86_400_000;
  const days = Array.from({ length: 1_200 }, (_, n) =>
    new Date(Date.UTC(2022, 10, 20) + n * aDay).toISOString().slice(0, 10),
  );
  const startsOf = (day: string) => ({ day, month: `${day.slice(0, 7)}-01`, year: `${day.slice(0, 4)}-01-01` });
  for (let from = 0; from < days.length; from += 37) {
    for (let to = from; to < days.length; to += 29) {
      const parts = splitRange({ fromDate: days[from]!, toDate: days[to]! });
      const wrong = days.filter((day, n) => {
        const starts = startsOf(day);
        const counted = parts.filter(
          ({ period, from: first, before }) => starts[period] >= first && starts[period] < before,
        );
        return counted.length !== Number(n >= from && n <= to);
      });
      expect([days[from], days[to], wrong]).toEqual([days[from], days[to], []]);
    }
  }
});
