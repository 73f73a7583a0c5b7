import type { EvidenceItem } from 'shared/api/defencePackCalls';
import { toOneLine } from 'shared/api/fields/visibleText';
import { count } from 'shared/format/count';
import { packMinute } from 'shared/format/dates';
import { money } from 'shared/format/money';
import type { AccessRecord, MailRecord } from './deliveryRecords.ts';

export type Block =
  | { kind: 'said'; said: string }
  | { kind: 'heading'; said: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, said: string])[] }
  | { kind: 'table'; heads: readonly string[]; widths: readonly number[]; rows: readonly (readonly string[])[] }
  /** The pages of the document, or the text `otherwise` if none can be drawn. */
  | { kind: 'document'; otherwise: string };

/** `columns`: the relative width of each column by its head. */
export const table = (columns: Readonly<Record<string, number>>, rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  heads: Object.keys(columns),
  widths: Object.values(columns),
  rows,
});

/** Turns texts into paragraphs, and omits parts that are false or null. */
export const blocksOf = (...parts: readonly (Block | string | false | null)[]): Block[] =>
  parts.flatMap((part) => (typeof part === 'string' ? { kind: 'said', said: part } : part || []));

export interface ExhibitContent {
  title: string;
  blocks: readonly Block[];
}

export type ExhibitKey = 'order' | 'mails' | 'compared' | 'accesses' | 'document' | 'contacts' | 'earlier' | 'copy';

export type RowLimit = (max: number) => number;

/** Puts typed text on one line without invisible characters, and cuts it to `max` with '…'. */
export function clip(text: string, max: number): string {
  const letters = [...toOneLine(text)];
  return letters.length <= max
    ? letters.join('')
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

const doubleWide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|\p{Emoji_Presentation}/u;

/** A character's rough width. The unit is a lower-case Latin letter. */
const widthOfLetter = (letter: string) =>
  doubleWide.test(letter) ? 2 : letter === letter.toLowerCase() && !/[mw@]/.test(letter) ? 1 : 1.6;

export const textWidth = (text: string) => [...text].reduce((width, letter) => width + widthOfLetter(letter), 0);

export function clipToWidth(text: string, max: number): string {
  const letters = [...toOneLine(text)];
  let width = 0;
  const end = letters.findIndex((letter) => (width += widthOfLetter(letter)) > max);
  return end < 0 ? letters.join('') : `${letters.slice(0, end).join('').trimEnd()}…`;
}

/** 'A', 'A and B', 'A, B and C'; with `disjunction`, 'or'. */
export const formatList = (parts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(parts);

export const amountText = ({ amount, currency }: { amount: string | null; currency: string | null }) =>
  amount !== null && currency !== null ? money(amount, currency) : null;

export const orNotRecorded = (said: string | null | undefined) => said || 'not recorded';

const hour = 3_600_000;
/** Delays in ms within which provider reports and intake orders are usually recorded. */
const ordinaryDelay = { report: hour, intake: 24 * hour };

interface RecordedTime {
  at: string;
  recordedAt: string | null;
}

export function recordedLaterText({ at, recordedAt }: RecordedTime, from: keyof typeof ordinaryDelay): string {
  const isLate = recordedAt !== null && Date.parse(recordedAt) - Date.parse(at) > ordinaryDelay[from];
  return isLate ? `, ${from === 'report' ? 'reported' : 'recorded'} on ${packMinute(recordedAt)}` : '';
}

export const afterDisputeText = (lateAt: string | null) =>
  lateAt === null ? '' : `, recorded on ${packMinute(lateAt)}, after the dispute`;

export const withdrawnText = (withdrawnAt: string | null) =>
  withdrawnAt === null ? '' : `, withdrawn on ${packMinute(withdrawnAt)}`;

export const providerNames = { AWS: 'Amazon SES', Sendgrid: 'SendGrid' } as const;

export const mailNames = {
  approval: 'Your declaration is ready',
  refund: 'Your refund',
  invoice: 'Your invoice',
  question: 'We have a question',
  reply: 'New message',
} as const satisfies Record<MailRecord['template'], string>;

export function accessText({ how, file }: AccessRecord): string {
  if (how === 'tracked') return 'Order tracked by ID and email';
  if (how === 'opened') return 'Order page opened';
  const what = file?.completedAt
    ? 'Full document downloaded'
    : `Download started${file?.bytes ? ` (bytes sent: at least ${Math.min(99, Math.floor((file.bytes / file.size) * 100))}% of the file’s size)` : ''}, not recorded as complete`;
  return what + (file?.withdrawnAt ? '; the document was withdrawn' : '');
}

/** 'Safari, iPhone, iOS 19', from "Safari-iPhone-mobile" and "iOS 19". */
export function deviceText({ browser, os }: { browser: string; os: string }): string {
  const [name = '', device = ''] = browser.split('-');
  const known = [name, device, os].filter((part) => part && part !== 'Unknown');
  return clip(known.join(', ') || 'unknown', 80);
}

export function locationText(ip: string, places: ReadonlyMap<string, string>, timezone: string | null = null): string {
  const country = places.get(ip);
  return clip([ip, country, timezone].filter(Boolean).join(', '), 110);
}

export function unknownSiteText(accesses: readonly Pick<AccessRecord, 'origin'>[]): string | null {
  const unplaced = accesses.filter(({ origin }) => origin === null).length;
  if (unplaced === 0) return null;
  return unplaced === accesses.length
    ? 'it was not recorded whether this was on the customer site'
    : `for ${count(unplaced)} of them it was not recorded whether it was on the customer site`;
}

const dots = '••••••';

export const maskPassport = (passport: string) => {
  const letters = [...passport.trim()];
  return letters.length > 3 ? `${dots} ${letters.slice(-3).join('')}` : dots;
};

/** A text that is under 5 characters or has no digit may be a word such as "document", so it is not masked. */
const isNumber = (letters: readonly string[]) => letters.length >= 5 && letters.some((letter) => /\p{N}/u.test(letter));

/** Hashes and times are never masked. */
const neverMasked = /^(?:[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** Also masks numbers with blanks or dashes between the characters. */
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
      return neverMasked.test(value) ? value : value.replace(pattern, (found) => maskPassport(found));
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner)]));
  };
  return hide(content) as Content;
}

const escaped = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

export function firstAndLast<Row>(rows: readonly Row[], max: number): { first: Row[]; last: Row[]; between: Row[] } {
  if (rows.length <= max) return { first: [...rows], last: [], between: [] };
  const half = Math.floor(max / 2);
  return { first: rows.slice(0, half), last: rows.slice(-half), between: rows.slice(half, -half) };
}

/** Keeps the first and last rows of a long table, and replaces the rows between with one row from `toMiddle`. */
export function abridgedRows<Row>(
  rows: readonly Row[],
  max: number,
  toRow: (row: Row) => readonly string[],
  toMiddle: (between: Row[]) => readonly string[],
): (readonly string[])[] {
  const { first, last, between } = firstAndLast(rows, max);
  return [...first.map(toRow), ...(between.length > 0 ? [toMiddle(between)] : []), ...last.map(toRow)];
}

/** Groups rows by UTC day and by `alike`, in the order of the rows. */
export function groupByDay<Row extends { at: string }>(rows: readonly Row[], alike: (row: Row) => string): Row[][] {
  return [...Map.groupBy(rows, (row) => `${row.at.slice(0, 10)} ${alike(row)}`).values()];
}

export interface Item extends EvidenceItem {
  core?: boolean;
}

interface ItemTexts extends Partial<Pick<Item, 'detail' | 'today' | 'needed' | 'core'>> {
  yes: string;
  no: string;
}

export const item = (
  there: boolean,
  { yes, no, detail = null, today = null, needed = false, core = false }: ItemTexts,
): Item => ({ what: there ? yes : no, there, needed, core, detail, today: there ? null : today });
