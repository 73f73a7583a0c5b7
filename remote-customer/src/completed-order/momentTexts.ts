/** Moments in the customer's own time zone, days as they were given, and the house's own EST (rules 19.1). */

const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });

/** '8:24 pm'. */
export const clockTime = (moment: Date) => clock.format(moment);

/** '21 November, 8:24 pm your time', with the year when it is not this one. */
export function yourTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const thisYear = moment.getFullYear() === now.getFullYear();
  return `${(thisYear ? dayText : dayOfYear).format(moment)}, ${clockTime(moment)} your time`;
}

const givenDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'YYYY-MM-DD' → '21 November 2026': a day is the same everywhere. */
export const dayOf = (isoDay: string) => givenDay.format(Date.parse(isoDay));

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', hourCycle: 'h12' },
});

/** 'MM-DD-YYYY h:mm:ss (EST)', as `historyTime` of shared/format/dates writes it: without its library, a third of this page. */
export function estTime(iso: string): string {
  const parts = newYork.formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const day = [part('month'), part('day'), part('year')].join('-');
  return `${day} ${[part('hour'), part('minute'), part('second')].join(':')} (EST)`;
}
