/** What the fields of the intake may hold, and how an object of them is read (rules 17.14). */
import * as v from 'valibot';
import { isCurrency } from '../rules/currencies.ts';
import { diallingCode, findCountry } from '../rules/dialling.ts';
import { isLines, isOneLine, notOneLine, notVisible } from './visibleText.ts';

export type FieldErrors = Record<string, string>;
type Field = v.GenericSchema<unknown, unknown>;

/** A text is measured before its pattern is tried. */
export const lengthFirst = { abortPipeEarly: true } as const;

const string = v.string('Must be text');
const within = (most: number) =>
  v.maxLength<string, number, string>(most, `Must have at most ${most.toLocaleString('en')} characters`);

/** One line of text. */
export const text = (most: number) =>
  v.pipe(string, within(most), v.check(isOneLine, notOneLine), v.description(`One line of at most ${most} characters`));

/** An explanation in any number of lines. */
export const lines = (most: number) =>
  v.pipe(
    string,
    within(most),
    v.check(isLines, notVisible),
    v.description(`Text of at most ${most} characters, in one line or several`),
  );

const matching = (pattern: RegExp, most: number, says: string) =>
  v.pipe(string, v.maxLength(most, says), v.regex(pattern, says), v.description(says));

/** A text that `read` knows: what it becomes. */
const known = (read: (text: string) => string | null, says: string) =>
  v.pipe(v.string(says), v.transform(read), v.string(says), v.description(says));

const that = (fits: (text: string) => boolean, says: string) =>
  v.pipe(v.string(says), v.check(fits, says), v.description(says));

export function oneOf<const T extends string>(...values: readonly T[]) {
  const says = `Must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)}`;
  return v.pipe(v.picklist(values, says), v.description(says));
}

export const yesNo = oneOf('yes', 'no');
// The detail route doubles the number and halves it again: a leading zero would be lost on the way.
export const newOrderId = matching(/^[1-9]\d{5,17}$/, 18, 'Must be 6 to 18 digits, the first of them not 0');
export const email = matching(v.EMAIL_REGEX, 254, 'Must be an e-mail address');
export const phoneNumber = matching(/^\+?(?=.*\d)[\d ()./-]+$/, 40, 'Must be digits, blanks and ( ) . / - alone');
export const ipAddress = matching(v.IP_REGEX, 45, 'Must be an IP address');
export const domain = matching(/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]+$/i, 253, 'Must be a domain');
export const amount = matching(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, 13, 'Must be a decimal number in text, such as 79.00');
export const currency = that(isCurrency, 'Must be a currency of ISO 4217, such as NZD');
/** Any of a country's names, kept as the dialling table spells it. */
export const country = known(findCountry, 'Must be the English name of a country');
/** One country or several, separated by commas. */
export const countries = known(findCountries, 'Must be the English name of a country');
export const countryCode = known(codeOf, 'Must be digits, or a country’s name');

function findCountries(names: string): string | null {
  const one = findCountry(names);
  if (one !== null) return one;
  const several = names.split(',').map(findCountry);
  return several.includes(null) ? null : several.join(', ');
}

function codeOf(given: string): string | null {
  const code = diallingCode(given);
  return /^\d{1,6}$/.test(code) ? code : null;
}

/** A whole number as text, without a leading zero. */
export const numberText = (least: number, most: number) =>
  that(
    (text) => /^(0|[1-9]\d{0,3})$/.test(text) && Number(text) >= least && Number(text) <= most,
    `Must be a number from ${least} to ${most} in text, without a leading zero`,
  );

export const day = that(isDay, 'Must be a day, YYYY-MM-DD');

function isDay(text: string): boolean {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return false;
  const [year, month, dayOfMonth] = text.split('-').map(Number) as [number, number, number];
  return isRealDay(dayOfMonth, month, year);
}

/** Whether the calendar has this day. */
export function isRealDay(dayOfMonth: number, month: number, year: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, dayOfMonth));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === dayOfMonth;
}

const momentForm = /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const aDay = 86_400_000;
const firstMoment = Date.UTC(2010, 0);
const momentText = 'Must be a moment of ISO 8601 with its time zone, such as 2026-11-21T10:24:00Z';

/**
 * A moment of an order or a payment. A clock may be wrong by hours, but what came tomorrow would stand above all others for
 * good, and a clock that was never set stands at 1970, 1980 or 2000.
 */
export const moment = v.pipe(
  v.string(momentText),
  v.check((text) => momentForm.test(text) && isDay(text.slice(0, 10)), momentText),
  // Dates know only the zone that is written with its colon.
  v.transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
  v.check((at) => at.getTime() <= Date.now() + aDay, 'Lies in the future'),
  v.check((at) => at.getTime() >= firstMoment, 'Lies too far in the past'),
  v.description(momentText),
);

/** A list, or the JSON text of one. */
export const listOf = <Entry extends Field>(entry: Entry, says: string, most: number) =>
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === 'string' ? parseJson(given) : given)),
    v.array(v.unknown(), 'Must be a list, or a list as JSON text'),
    v.maxLength(most, `Must have at most ${most} entries`),
    v.array(entry),
    v.description(`A list, or its JSON text: ${says}`),
  );

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A field that need not be answered. */
export const orNull = <Kind extends Field>(field: Kind) => v.nullish(field, null);

/** An object as JSON makes it. */
export const object = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);

/** The fields that hold an answer, their texts trimmed: null, '' and blanks all mean unanswered. */
export function answered(given: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    if (trimmed !== undefined && trimmed !== null && trimmed !== '') fields[name] = trimmed;
  }
  return fields;
}

/** Field → why it is refused, of what a schema found: the first fault of each. */
export function errorsOf(issues: readonly v.BaseIssue<unknown>[] = []): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path = [], message } of issues) {
    const [field, ...inside] = path.map(({ key }) => key);
    const places = inside.map((key) => (typeof key === 'number' ? `Entry ${key + 1}` : String(key)));
    errors[String(field)] ??= [...places, message].join(': ');
  }
  return errors;
}

/** The fields of an object that its schema has not. */
export const unknownFields = (
  given: object,
  known: v.ObjectEntries,
  why = (_name: string) => 'There is no such field',
) =>
  Object.fromEntries(
    Object.keys(given)
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => [name.slice(0, 64), why(name)]),
  );

/** A schema for the contract that describes each field and lets all pass, since each object is judged by itself. */
export const documentationOf = (entries: v.ObjectEntries) =>
  v.looseObject(
    Object.fromEntries(
      Object.entries(entries).map(([name, field]) => {
        const says =
          'wrapped' in field ? v.getDescription(field.wrapped as Field) : `Required. ${v.getDescription(field)}`;
        return [name, v.optional(v.pipe(v.unknown(), v.description(says ?? '')))];
      }),
    ),
  );
