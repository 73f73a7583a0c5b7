import {
  age,
  clockTime,
  parseDay,
  detailDayOfParts,
  detailEstDay,
  detailUtcDay,
  inBothZones,
  isToday,
  letterDay,
  listDateTime,
  listDay,
  monthName,
  months,
  processMonth,
  remarkTime,
  shortAge,
} from './dates.ts';
import { historyTime } from './newYork.ts';

test('each format fits its place', () => {
  expect(listDateTime('2026-11-21T10:21:07.000Z')).toBe('21/11/2026 10:21');
  expect(listDay('2026-11-05')).toBe('05/11/2026');
  expect(clockTime('2026-11-21T00:21:59.000Z')).toBe('00:21');
  expect(clockTime(Date.UTC(2026, 10, 21, 13, 5))).toBe('13:05');
  expect(detailUtcDay('2026-11-05')).toBe('05-11-2026 (UTC)');
  expect(letterDay(new Date('2026-11-05T23:59:59Z'))).toBe('5 November 2026');
  expect(processMonth('2026-02-28')).toBe('Feb');
  expect(months.map(monthName).join(' ')).toMatch(/^January February .* December$/);
});

test('times marked EST are New York time, in summer and in winter', () => {
  expect(detailEstDay('2026-11-21T03:00:00Z')).toBe('11/20/2026 (EST)');
  expect(historyTime('2026-11-21T10:21:40Z')).toBe('11-21-2026 5:21:40 (EST)');
  expect(historyTime('2026-07-01T04:30:00Z')).toBe('07-01-2026 12:30:00 (EST)');
  expect(remarkTime(new Date('2026-11-21T10:19:02Z'))).toEqual({ us_date: '11-21-2026', us_time: '5:19:02' });
  expect(remarkTime(new Date('2026-07-01T04:00:09Z'))).toEqual({ us_date: '07-01-2026', us_time: '12:00:09' });
  expect(remarkTime(new Date('2026-07-01T16:05:00Z'))).toEqual({ us_date: '07-01-2026', us_time: '12:05:00' });
});

test('a time is shown in UTC and in the reader’s own zone', () => {
  expect(inBothZones('2026-11-25T15:49:00Z')).toMatch(/^25\/11\/2026 15:49 UTC · \d\d\/11\/2026 \d\d:\d9 in [A-Z]/);
});

test('a date in parts is shown only if it exists', () => {
  expect(detailDayOfParts('9', '3', '1988')).toBe('09/March/1988');
  expect(detailDayOfParts('31', '2', '2026')).toBeNull();
  expect(detailDayOfParts('1', null, '2026')).toBeNull();
  expect(detailDayOfParts('x', '1', '2026')).toBeNull();
});

test.each([
  ['21/11/2026', '2026-11-21'],
  [' 1.5.2026 ', '2026-05-01'],
  ['21112026', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['11/21/2026', null],
  ['31/02/2026', null],
  ['21/11', null],
  ['21/11/26', null],
  ['', null],
])('%j parsed as a day is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['2026-11-21T10:23:30Z', 'just now'],
  ['2026-11-21T10:21:00Z', '3 min ago'],
  ['2026-11-21T09:10:00Z', '1 h 14 min ago'],
  ['2026-11-21T08:24:00Z', '2 h ago'],
  ['2026-11-20T10:00:00Z', '1 day ago'],
  ['2026-11-11T10:00:00Z', '10 days ago'],
  ['2026-11-21T10:25:00Z', 'just now'],
])('the age of %s is %s', (iso, expected) => {
  expect(age(iso, new Date('2026-11-21T10:24:00Z'))).toBe(expected);
});

test.each([
  ['2026-11-21T10:23:30Z', 'now'],
  ['2026-11-21T10:21:00Z', '3 min'],
  ['2026-11-21T08:30:00Z', '1 h'],
  ['2026-11-10T10:24:00Z', '11 d'],
])('on a phone the age of %s is %s', (iso, expected) => {
  expect(shortAge(iso, new Date('2026-11-21T10:24:00Z'))).toBe(expected);
});

test('a time counts as today until midnight UTC', () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-21T23:59:59Z') });
  expect(isToday('2026-11-21T00:00:00.000Z')).toBe(true);
  expect(isToday('2026-11-20T23:59:59.000Z')).toBe(false);
  jest.useRealTimers();
});
