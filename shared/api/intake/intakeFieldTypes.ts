/** The fields of the intake, and helpers to read them (rule 17.14). */
import * as v from 'valibot';
import { isCurrency } from '../../rules/currencies.ts';
import { diallingCode, findCountry } from '../../rules/dialling.ts';
import { isVisibleText, isOneLine, oneLineError, visibleTextError } from '../fields/visibleText.ts';

export type FieldErrors = Record<string, string>;
type Field = v.GenericSchema<unknown, unknown>;

/** Stops at a field's first fault, so that patterns never run on a text that is too long. */
export const abortEarly = { abortPipeEarly: true } as const;

const string = v.string('Must be text');
const within = (max: number) =>
  v.maxLength<string, number, string>(max, `Must have at most ${max.toLocaleString('en')} characters`);

export const text = (max: number) =>
  v.pipe(string, within(max), v.check(isOneLine, oneLineError), v.description(`One line of at most ${max} characters`));

export const multilineText = (max: number) =>
  v.pipe(
    string,
    within(max),
    v.check(isVisibleText, visibleTextError),
    v.description(`Text of at most ${max} characters, in one line or several`),
  );

const matching = (pattern: RegExp, max: number, says: string) =>
  v.pipe(string, v.maxLength(max, says), v.regex(pattern, says), v.description(says));

/** A text that `read` converts, or rejects by returning null. */
const known = (read: (text: string) => string | null, says: string) =>
  v.pipe(v.string(says), v.transform(read), v.string(says), v.description(says));

const that = (fits: (text: string) => boolean, says: string) =>
  v.pipe(v.string(says), v.check(fits, says), v.description(says));

export function oneOf<const T extends string>(...values: readonly T[]) {
  const says = `Must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)}`;
  return v.pipe(v.picklist(values, says), v.description(says));
}

export const yesNo = oneOf('yes', 'no');
// No leading zero, because an order page's URL contains the id as a doubled number (`encodeOrderId`).
export const newOrderId = matching(/^[1-9]\d{5,17}$/, 18, 'Must be 6 to 18 digits and not start with 0');
export const email = matching(v.EMAIL_REGEX, 254, 'Must be an email address');
export const phoneNumber = matching(
  /^\+?(?=.*\d)[\d ()./-]+$/,
  40,
  'Must contain only digits, spaces and ( ) . / - (may start with +)',
);
export const ipAddress = matching(v.IP_REGEX, 45, 'Must be an IP address');
export const domain = matching(/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]+$/i, 253, 'Must be a domain');
export const amount = matching(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, 13, 'Must be a decimal number as text, such as 79.00');
export const currency = that(isCurrency, 'Must be an ISO 4217 currency, such as NZD');
/** Accepts any of a country's names and returns the one in the dialling table. */
export const country = known(findCountry, 'Must be the English name of a country');
/** One or more countries, separated by commas. */
export const countries = known(findCountries, 'Must be the English name of a country');
export const countryCode = known(codeOf, 'Must be digits, or a country’s name');

function findCountries(names: string): string | null {
  const one = findCountry(names);
  if (one !== null) return one;
  const several = names.split(',').map(findCountry);
  return several.includes(null) ? null : several.join(', ');
}

function codeOf(input: string): string | null {
  const code = diallingCode(input);
  return /^\d{1,6}$/.test(code) ? code : null;
}

export const numberText = (min: number, max: number) =>
  that(
    (text) => /^(0|[1-9]\d{0,3})$/.test(text) && Number(text) >= min && Number(text) <= max,
    `Must be a number from ${min} to ${max} as text, without a leading zero`,
  );

export const day = that(isDay, 'Must be a date, YYYY-MM-DD');

function isDay(text: string): boolean {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return false;
  const [year, month, dayOfMonth] = text.split('-').map(Number) as [number, number, number];
  return isRealDay(dayOfMonth, month, year);
}

export function isRealDay(dayOfMonth: number, month: number, year: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, dayOfMonth));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === dayOfMonth;
}

const timestampPattern = /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const dayMs = 86_400_000;
const earliestTimestamp = Date.UTC(2010, 0);
const timestampError = 'Must be an ISO 8601 date and time with time zone, such as 2026-11-21T10:24:00Z';

/**
 * When an order or payment happened. A future time would keep an order on top of lists, and times before 2010 come from
 * clocks that were never set.
 */
export const timestamp = v.pipe(
  v.string(timestampError),
  v.check((text) => timestampPattern.test(text) && isDay(text.slice(0, 10)), timestampError),
  // ECMAScript requires a colon in the time zone.
  v.transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
  v.check((at) => at.getTime() <= Date.now() + dayMs, 'Must not be in the future'),
  v.check((at) => at.getTime() >= earliestTimestamp, 'Must not be before 2010'),
  v.description(timestampError),
);

export const listOf = <Entry extends Field>(entry: Entry, says: string, max: number) =>
  v.pipe(
    v.unknown(),
    v.transform((input) => (typeof input === 'string' ? parseJson(input) : input)),
    v.array(v.unknown(), 'Must be a list, or a list as JSON text'),
    v.maxLength(max, `Must have at most ${max} entries`),
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

export const nullish = <Kind extends Field>(field: Kind) => v.nullish(field, null);

export const object = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);

/** The answered fields, trimmed. Null, '' and blanks mean unanswered. */
export function answeredFields(input: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    if (trimmed !== undefined && trimmed !== null && trimmed !== '') fields[name] = trimmed;
  }
  return fields;
}

/** Field → its first error. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[] = []): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path = [], message } of issues) {
    const [field, ...inside] = path.map(({ key }) => key);
    const places = inside.map((key) => (typeof key === 'number' ? `Entry ${key + 1}` : String(key)));
    errors[String(field)] ??= [...places, message].join(': ');
  }
  return errors;
}

export const unknownFields = (input: object, known: v.ObjectEntries, why = (_name: string) => 'Unknown field') =>
  Object.fromEntries(
    Object.keys(input)
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => [name.slice(0, 64), why(name)]),
  );

/** Documents the fields in the contract without checking them: the API checks each item separately. */
export const documentationSchema = (entries: v.ObjectEntries) =>
  v.looseObject(
    Object.fromEntries(
      Object.entries(entries).map(([name, field]) => {
        const says =
          'wrapped' in field ? v.getDescription(field.wrapped as Field) : `Required. ${v.getDescription(field)}`;
        return [name, v.optional(v.pipe(v.unknown(), v.description(says ?? '')))];
      }),
    ),
  );
