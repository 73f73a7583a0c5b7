/** Moments in the customer's own time zone; what is marked EST (rules 19.1) is not among them. */

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });

/** '8:24 pm'. */
export const clockTime = (moment: Date) => clock.format(moment);

/** '21 November, 8:24 pm your time', with the year when it is not this one. */
export function yourTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const thisYear = moment.getFullYear() === now.getFullYear();
  return `${(thisYear ? day : dayOfYear).format(moment)}, ${clockTime(moment)} your time`;
}
