import type { EvidenceItem } from 'shared/api/defencePackCalls';
import { asOneLine } from 'shared/api/visibleText';
import { count } from 'shared/format/count';
import { packMinute } from 'shared/format/dates';
import type { AccessRecord } from './deliveryRecords.ts';
import type { PackRecords } from './packRecords.ts';

/** A person's text in one line of what can be seen, and of a length that leaves room for others: '…' stands for the rest. */
export function clip(text: string, most: number): string {
  const letters = [...asOneLine(text)];
  return letters.length <= most
    ? letters.join('')
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

const doubleWide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|\p{Emoji_Presentation}/u;

/** Roughly how wide a letter is, of those of an ordinary text: those of Chinese are twice as wide. */
const widthOfLetter = (letter: string) =>
  doubleWide.test(letter) ? 2 : letter === letter.toLowerCase() && !/[mw@]/.test(letter) ? 1 : 1.6;

/** How many ordinary letters would be as wide as this text. */
export const widthOf = (text: string) => [...text].reduce((width, letter) => width + widthOfLetter(letter), 0);

/** As `clip`, for page 1, where there is room for so many ordinary letters. */
export function clipToWidth(text: string, most: number): string {
  const letters = [...asOneLine(text)];
  let width = 0;
  const end = letters.findIndex((letter) => (width += widthOfLetter(letter)) > most);
  return end < 0 ? letters.join('') : `${letters.slice(0, end).join('').trimEnd()}…`;
}

/** '1 e-mail', '12 e-mails'. */
export const counted = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** 'A', 'A and B', 'A, B and C'. */
export const listed = (parts: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);

const notRecorded = 'not recorded';

/** A value, or that there is none. */
export const orNotRecorded = (said: string | null | undefined) => said || notRecorded;

const hour = 3_600_000;
/** What others tell is recorded within so many milliseconds, as a rule: a mail provider's report, what the intake brings. */
const ordinaryDelay = { report: hour, intake: 24 * hour };

interface Told {
  at: string;
  /** Null: nobody knows. */
  recordedAt: string | null;
}

/** That it was recorded later than is ordinary, and when: ', reported on 02 Oct 2026 03:14 UTC'; else nothing. */
export function laterText({ at, recordedAt }: Told, from: keyof typeof ordinaryDelay): string {
  const isLate = recordedAt !== null && Date.parse(recordedAt) - Date.parse(at) > ordinaryDelay[from];
  return isLate ? `, ${from === 'report' ? 'reported' : 'recorded'} on ${packMinute(recordedAt)}` : '';
}

/** That it was written down only after the dispute, as of before it: ', written down on …, after the dispute'; else nothing. */
export const afterDisputeText = (lateAt: string | null) =>
  lateAt === null ? '' : `, written down on ${packMinute(lateAt)}, after the dispute`;

/** Says when a document was withdrawn; empty for one that was not. */
export const withdrawnText = (withdrawnAt: string | null) =>
  withdrawnAt === null ? '' : `, withdrawn on ${packMinute(withdrawnAt)}`;

/** How providers are called. */
export const providerNames = { AWS: 'Amazon SES', Sendgrid: 'SendGrid' } as const;

/** "Safari-iPhone-mobile" and "iOS 19" as people say it: 'Safari, iPhone, iOS 19'. */
export function deviceText({ browser, os }: { browser: string; os: string }): string {
  const [name = '', device = ''] = browser.split('-');
  const known = [name, device, os].filter((part) => part && part !== 'Unknown');
  return clip(known.join(', ') || 'unknown', 80);
}

/** An address with its country and the browser's time zone, as far as they are known. */
export function placeText(ip: string, places: ReadonlyMap<string, string>, timezone: string | null = null): string {
  const country = places.get(ip);
  return clip([ip, country, timezone].filter(Boolean).join(', '), 110);
}

/** Of which of these nobody knows whether the customers' own site was asked, or the staff's; null: of none. */
export function unplacedText(accesses: readonly Pick<AccessRecord, 'origin'>[]): string | null {
  const unplaced = accesses.filter(({ origin }) => origin === null).length;
  if (unplaced === 0) return null;
  return unplaced === accesses.length
    ? 'whether on the customers’ own site was not recorded then'
    : `of ${count(unplaced)} of them it was not recorded then whether on the customers’ own site`;
}

/** How many views and downloads on the staff's site are left out; null: there are none. */
export const leftOutText = ({ ofStaff }: Pick<PackRecords, 'ofStaff'>) => withoutText(ofStaff, 'on the staff’s site');

/** How many are left out since they were written down only after the dispute, as of before it; null: there are none. */
export const lateOutText = ({ late }: Pick<PackRecords, 'late'>) =>
  withoutText(late, 'that were written down only after the dispute, as of before it,');

function withoutText(accesses: readonly AccessRecord[], which: string): string | null {
  const downloads = accesses.filter(({ how }) => how === 'download').length;
  const views = accesses.length - downloads;
  const told = [
    ...(views > 0 ? [counted(views, 'view')] : []),
    ...(downloads > 0 ? [counted(downloads, 'download')] : []),
  ];
  return told.length > 0 ? `${listed(told)} ${which} ${accesses.length === 1 ? 'is' : 'are'} left out` : null;
}

/** A moment as ISO 8601 in UTC with all six digits of its second's fraction: of two such texts the earlier one sorts first. */
export function momentText(at: string | Date): string {
  const iso = typeof at === 'string' ? at : at.toISOString();
  const [, whole = iso, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return `${whole}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

const dots = '••••••';

/** A passport number masked but for its last 3 characters; all of it when it has no more. */
export const masked = (passport: string) => {
  const letters = [...passport.trim()];
  return letters.length > 3 ? `${dots} ${letters.slice(-3).join('')}` : dots;
};

/** A passport number has at least five characters and a digit; anything else may be a word such as "document". */
const isNumber = (letters: readonly string[]) => letters.length >= 5 && letters.some((letter) => /\p{N}/u.test(letter));

/** Hashes and moments are nobody's writing, and have to stay what they are. */
const keptWhole = /^(?:[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/**
 * All texts of `content` with these passport numbers masked, wherever they stand: in a file's name, in what somebody wrote
 * after a call. Blanks and dashes between their letters do not hide them.
 */
export function maskPassports<Content>(content: Content, passports: readonly (string | null | undefined)[]): Content {
  const numbers = passports
    .map((passport) => [...(passport ?? '').replace(/[\s-]/g, '')])
    .filter(isNumber)
    .sort((one, other) => other.length - one.length);
  if (numbers.length === 0) return content;
  const written = numbers.map((letters) => letters.map(escaped).join('[\\s-]?'));
  const pattern = new RegExp(written.join('|'), 'giu');
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string')
      return keptWhole.test(value) ? value : value.replace(pattern, (found) => masked(found));
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner)]));
  };
  return hide(content) as Content;
}

const escaped = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The first and the last of many rows, and how many stand between them and are left out. */
export function ends<Row>(rows: readonly Row[], most: number): { first: Row[]; last: Row[]; between: Row[] } {
  if (rows.length <= most) return { first: [...rows], last: [], between: [] };
  const half = Math.floor(most / 2);
  return { first: rows.slice(0, half), last: rows.slice(-half), between: rows.slice(half, -half) };
}

/** Groups rows by UTC day and by `alike`, the earliest first. */
export function byDay<Row extends { at: string }>(rows: readonly Row[], alike: (row: Row) => string): Row[][] {
  return [...Map.groupBy(rows, (row) => `${row.at.slice(0, 10)} ${alike(row)}`).values()];
}

/** An item, and whether a pack says nothing without it. */
export interface Item extends EvidenceItem {
  core?: boolean;
}

export const item = (
  there: boolean,
  {
    yes,
    no,
    detail = null,
    today = null,
    needed = false,
    core = false,
  }: {
    yes: string;
    no: string;
    detail?: string | null;
    today?: string | null;
    needed?: boolean;
    core?: boolean;
  },
): Item => ({ what: there ? yes : no, there, needed, core, detail, today: there ? null : today });
