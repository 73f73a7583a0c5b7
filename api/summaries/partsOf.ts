import type { SummaryRange } from 'shared/api/summaryCalls';

/** Sums of one kind of period, from one day on and before another, as PostgreSQL reads days: infinite ones among them. */
export interface Part {
  period: 'year' | 'month' | 'day';
  from: string;
  before: string;
  /** -1: of a longer period that was counted whole, these are out. */
  sign: 1 | -1;
}

/**
 * What makes up a range: whole years, and at each end at most half a year of months and half a month of days, which are
 * added to them or, where most of the longer period is in, taken off. So no range is more than some dozens of sums of each
 * country, however long it is.
 */
export function partsOf({ fromDate, toDate }: SummaryRange): Part[] {
  const first = fromDate === null ? openEnd('-infinity') : edge(fromDate);
  const last = toDate === null ? openEnd('infinity') : edge(dayAfter(toDate));
  const parts: Part[] = [
    { period: 'year', from: first.year, before: last.year, sign: 1 },
    upTo('month', first.month, first.year, -1),
    upTo('month', last.month, last.year, 1),
    upTo('day', first.day, first.month, -1),
    upTo('day', last.day, last.month, 1),
  ];
  return parts.filter(({ from, before }) => from !== before);
}

/** All the days of a range: as they stand where nothing has been summed up. */
export const daysOf = ({ fromDate, toDate }: SummaryRange) => ({
  from: fromDate ?? '-infinity',
  before: toDate === null ? 'infinity' : dayAfter(toDate),
});

interface Edge {
  day: string;
  /** The first of a month that is nearest to the day. */
  month: string;
  /** The first of a year that is nearest to that month. */
  year: string;
}

const openEnd = (day: '-infinity' | 'infinity'): Edge => ({ day, month: day, year: day });

function edge(day: string): Edge {
  if (day === 'infinity') return openEnd(day);
  const [year, month, ofMonth] = day.split('-').map(Number) as [number, number, number];
  // The sixteenth is as far from the beginning of its month as from the end.
  const nearest = month - (ofMonth > 16 ? 0 : 1);
  return { day, month: firstOf(year, nearest), year: firstOf(year, nearest > 6 ? 12 : 0) };
}

/** What counting up to `rounded` has too little or too much, where up to `exact` is meant; -1: where that is taken off. */
function upTo(period: 'month' | 'day', exact: string, rounded: string, sign: 1 | -1): Part {
  // As texts, '-infinity' stands before and 'infinity' after all days.
  return exact > rounded
    ? { period, from: rounded, before: exact, sign }
    : { period, from: exact, before: rounded, sign: sign === 1 ? -1 : 1 };
}

const dayAfter = (day: string) => isoDay(Date.parse(day) + 86_400_000);

/** The first of a month that is counted from 0, 12 being the next January. */
function firstOf(year: number, month: number): string {
  const at = new Date(0);
  // Date.UTC would take the years before 100 for those of the last century.
  at.setUTCFullYear(year, month, 1);
  return isoDay(at.getTime());
}

/** After the year 9999 there is nothing more to count. */
const isoDay = (at: number) => (at > Date.UTC(9999, 11, 31) ? 'infinity' : new Date(at).toISOString().slice(0, 10));
