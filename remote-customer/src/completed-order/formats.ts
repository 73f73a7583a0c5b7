import { fileSize } from 'shared/format/fileSize';

// Times are in the customer's time zone (rule 16.9). Dates without a time are not converted.
const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });

export const clockTime = (moment: Date) => clock.format(moment);

/** '21 November, 8:24 pm your time', with the year unless it is the current one. */
export function yourTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const thisYear = moment.getFullYear() === now.getFullYear();
  return `${(thisYear ? dayText : dayOfYear).format(moment)}, ${clockTime(moment)} your time`;
}

/** 'at 8:24 pm' if today, else 'on 21 November, 8:24 pm your time'. */
export const atTime = (iso: string, now = new Date()): string =>
  new Date(iso).toDateString() === now.toDateString() ? `at ${clockTime(new Date(iso))}` : `on ${yourTime(iso, now)}`;

const givenDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'YYYY-MM-DD' → '21 November 2026', in any time zone. */
export const dayOf = (isoDay: string) => givenDay.format(Date.parse(isoDay));

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG image',
  'image/png': 'PNG image',
  'image/webp': 'WebP image',
  'image/heic': 'HEIC image',
};

/** 'PDF, 3.1 MB'. */
export function fileDescription({ content_type, size }: { content_type: string; size: number }): string {
  return `${kinds[content_type] ?? 'File'}, ${fileSize(size)}`;
}
