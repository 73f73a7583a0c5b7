/** The date formats of rule 19.1. Times are UTC unless a comment names another zone. EST is America/New_York. */
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { inNewYork } from './newYork.ts';

dayjs.extend(utc);

/** Lists: 'DD/MM/YYYY HH:mm'. */
export const listDateTime = (iso: string) => dayjs.utc(iso).format('DD/MM/YYYY HH:mm');

/** 'HH:mm', from an ISO text or milliseconds. */
export const clockTime = (at: string | number) => dayjs.utc(at).format('HH:mm');

/** Compares days in UTC. */
export const isToday = (iso: string) => dayjs.utc(iso).isSame(dayjs.utc(), 'day');

/** Refund and processing dates in lists: 'DD/MM/YYYY'. */
export const listDay = (isoDay: string) => dayjs.utc(isoDay).format('DD/MM/YYYY');

/** The day of creation on an order's page: 'MM/DD/YYYY (EST)'. */
export const detailEstDay = (iso: string) => `${inNewYork(iso).day.replaceAll('-', '/')} (EST)`;

/** Refund and processing dates on an order's page: 'DD-MM-YYYY (UTC)'. */
export const detailUtcDay = (isoDay: string) => `${dayjs.utc(isoDay).format('DD-MM-YYYY')} (UTC)`;

/** 'DD/MMMM/YYYY' from day, month (1 to 12) and year; null if invalid. */
export function detailDayOfParts(day: string | null, month: string | null, year: string | null): string | null {
  if (!day || !month || !year) return null;
  const parsed = dayjs.utc(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))));
  const real = parsed.isValid() && parsed.date() === Number(day) && parsed.month() === Number(month) - 1;
  return real ? parsed.format('DD/MMMM/YYYY') : null;
}

/** 'YYYY-MM-DD' from day, month (1 to 12) and year; null if invalid. */
export const isoDayOfParts = (day: string | null, month: string | null, year: string | null): string | null =>
  detailDayOfParts(day, month, year) && `${year!.padStart(4, '0')}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;

/** Converts '21/11/2026', '1.5.2026', '21112026' or '2026-11-21' to 'YYYY-MM-DD'; null if it is not a real day. */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  const [, day, month, year] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(typed) ?? [];
  if (day) return isoDayOfParts(day, month!, year!);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed) ?? [];
  return isoDay ? isoDayOfParts(isoDay, isoMonth!, isoYear!) : null;
}

const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions();

/** A moment in UTC and the reader's own zone: '25/11/2026 15:49 UTC · 26/11/2026 04:49 in Pacific/Auckland'. */
export const inBothZones = (iso: string) =>
  `${listDateTime(iso)} UTC · ${dayjs(iso).format('DD/MM/YYYY HH:mm')} in ${ownZone}`;

/** The date and time of a remark, in America/New_York. */
export function remarkTime(at: Date): { us_date: string; us_time: string } {
  const { day, time } = inNewYork(at);
  return { us_date: day, us_time: time };
}

/** The values of `process_month` (rule 19.2). */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
export type Month = (typeof months)[number];

export const processMonth = (isoDay: string): Month => months[Number(isoDay.slice(5, 7)) - 1]!;

const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** 'Dec' → 'December'. */
export const monthName = (month: Month) => longMonth.format(Date.UTC(2026, months.indexOf(month)));

const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '22 November 2026'. The month is spelled out, because countries differ in the order of day and month. */
export const letterDay = (at: Date) => longDay.format(at);

/** '3 min ago', '1 h 14 min ago', '5 days ago'. */
export function age(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) {
    const rest = minutes % 60;
    return rest ? `${Math.floor(minutes / 60)} h ${rest} min ago` : `${minutes / 60} h ago`;
  }
  const days = Math.floor(minutes / (24 * 60));
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** For the narrow rows of a phone: '3 min', '1 h', '5 d'. */
export function shortAge(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
}

/** Defence packs: '02 Oct 2026 03:14:07', in UTC. */
export const packTime = (iso: string | Date) => dayjs.utc(iso).format('DD MMM YYYY HH:mm:ss');

/** '02 Oct 2026 03:14 UTC'. */
export const packMinute = (iso: string | Date) => `${dayjs.utc(iso).format('DD MMM YYYY HH:mm')} UTC`;

/** '02 Oct 2026'. */
export const packDay = (iso: string | Date) => dayjs.utc(iso).format('DD MMM YYYY');

/** '41 seconds', '3 h 27 min', '2 days 4 h', from milliseconds. A negative number gives '0 seconds'. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = (more: number, unit: string) => (more ? ` ${more} ${unit}` : '');
  if (hours < 24) return `${hours} h${rest(minutes % 60, 'min')}`;
  const days = Math.floor(hours / 24);
  return `${days === 1 ? '1 day' : `${days} days`}${rest(hours % 24, 'h')}`;
}
