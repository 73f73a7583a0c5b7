/** What the fields of the intake may hold: each kind reads a value that is there, or says in one text why not. */
import * as v from 'valibot';
import { isCurrency } from '../rules/currencies.ts';
import { diallingCode, findCountry } from '../rules/dialling.ts';
import { isLines, isOneLine, notOneLine, notVisible } from './visibleText.ts';

/** Why a value is refused. A class of its own, so that reading a million orders makes no objects for those that pass. */
export class Wrong {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** One kind of field: what it becomes, and how the API's documentation page describes it. */
export interface FieldKind<T = unknown> {
  read: (value: unknown) => T | Wrong;
  says: string;
}

export const required = new Wrong('Required');
const notText = new Wrong('Must be text');

/** One line of text within its length. */
export const text = (most: number) =>
  textThat(isOneLine, most, { otherwise: notOneLine, says: `One line of at most ${most} characters` });

/** Text of any number of lines: an explanation. */
export const lines = (most: number) =>
  textThat(isLines, most, {
    otherwise: notVisible,
    says: `Text of at most ${most} characters, in one line or several`,
  });

function textThat(
  fits: (text: string) => boolean,
  most: number,
  { otherwise, says }: { otherwise: string; says: string },
): FieldKind<string> {
  const tooLong = new Wrong(`Must have at most ${most.toLocaleString('en')} characters`);
  const wrong = new Wrong(otherwise);
  return {
    says,
    read: (value) => {
      if (typeof value !== 'string') return notText;
      if (value.length > most) return tooLong;
      return fits(value) ? value : wrong;
    },
  };
}

/** Text of one form. */
export function matching(pattern: RegExp, most: number, says: string): FieldKind<string> {
  const wrong = new Wrong(says);
  return {
    says,
    read: (value) => {
      if (typeof value !== 'string') return notText;
      return value.length <= most && pattern.test(value) ? value : wrong;
    },
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): FieldKind<T> {
  const says = `Must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)}`;
  const known = new Set<unknown>(values);
  const wrong = new Wrong(says);
  return { says, read: (value) => (known.has(value) ? (value as T) : wrong) };
}

export const yesNo = oneOf('yes', 'no');

// The detail route doubles the number and halves it again: a leading zero would be lost on the way.
export const newOrderId = matching(/^[1-9]\d{5,17}$/, 18, 'Must be 6 to 18 digits, the first of them not 0');
export const email = matching(v.EMAIL_REGEX, 254, 'Must be an e-mail address');
export const phoneNumber = matching(/^\+?(?=.*\d)[\d ()./-]+$/, 40, 'Must be digits, blanks and ( ) . / - alone');
export const address = matching(v.IP_REGEX, 45, 'Must be an IP address');
export const domain = matching(/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]+$/i, 253, 'Must be a domain');
export const amount = matching(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, 13, 'Must be a decimal number in text, such as 79.00');

const currencyText = 'Must be a currency of ISO 4217, such as NZD';
const notCurrency = new Wrong(currencyText);
export const currency: FieldKind<string> = {
  says: currencyText,
  read: (value) => (typeof value === 'string' && isCurrency(value) ? value : notCurrency),
};

const countryText = 'Must be the English name of a country';
const notCountry = new Wrong(countryText);
/** Any of a country's names, kept as the dialling table spells it. */
export const country: FieldKind<string> = {
  says: countryText,
  read: (value) => (typeof value === 'string' ? (findCountry(value) ?? notCountry) : notCountry),
};

/** One country or several, parted by commas. */
export const countries: FieldKind<string> = {
  says: 'Must be English names of countries, parted by commas',
  read: (value) => {
    const one = country.read(value);
    if (!(one instanceof Wrong) || typeof value !== 'string') return one;
    const several = value.split(',').map(findCountry);
    return several.every((name) => name !== null) ? several.join(', ') : notCountry;
  },
};

const codeText = 'Must be digits, or a country’s name';
const notCode = new Wrong(codeText);
export const countryCode: FieldKind<string> = {
  says: codeText,
  read: (value) => {
    const code = typeof value === 'string' ? diallingCode(value) : '';
    return /^\d{1,6}$/.test(code) ? code : notCode;
  },
};

/** A whole number as text, without a leading zero. */
export function numberText(least: number, most: number): FieldKind<string> {
  const says = `Must be a number from ${least} to ${most} in text, without a leading zero`;
  const wrong = new Wrong(says);
  return {
    says,
    read: (value) => {
      if (typeof value !== 'string' || !/^(0|[1-9]\d{0,3})$/.test(value)) return wrong;
      const number = Number(value);
      return number >= least && number <= most ? value : wrong;
    },
  };
}

const dayText = 'Must be a day, YYYY-MM-DD';
const notDay = new Wrong(dayText);
export const day: FieldKind<string> = {
  says: dayText,
  read: (value) => {
    if (typeof value !== 'string' || !/^2[01]\d\d-\d\d-\d\d$/.test(value)) return notDay;
    return isRealDay(Number(value.slice(8)), Number(value.slice(5, 7)), Number(value.slice(0, 4))) ? value : notDay;
  },
};

const momentText = 'Must be a moment of ISO 8601 with its time zone, such as 2026-11-21T10:24:00Z';
const notMoment = new Wrong(momentText);
const momentForm =
  /^(2[01]\d\d-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
export const moment: FieldKind<Date> = {
  says: momentText,
  read: (value) => {
    if (typeof value !== 'string' || !momentForm.test(value) || day.read(value.slice(0, 10)) === notDay) {
      return notMoment;
    }
    // Dates know only the zone that is written with its colon.
    const at = new Date(value.endsWith('Z') ? value : value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
    return Number.isNaN(at.getTime()) ? notMoment : at;
  },
};

const aDay = 86_400_000;
const firstMoment = Date.UTC(2010, 0);

/**
 * Why an order or a payment cannot be of this moment; null: it can. A clock may be wrong by hours, but what came tomorrow
 * would stand above all others for good, and a clock that was never set stands at 1970, 1980 or 2000.
 */
export function momentFault(at: Date, now: Date): string | null {
  if (at.getTime() > now.getTime() + aDay) return 'Lies in the future';
  return at.getTime() < firstMoment ? 'Lies too far in the past' : null;
}

/** Whether the calendar has this day. */
export function isRealDay(dayOfMonth: number, month: number, year: number): boolean {
  if (month < 1 || month > 12 || dayOfMonth < 1) return false;
  if (dayOfMonth <= 28) return true;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return dayOfMonth <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const notList = new Wrong('Must be a list, or a list as JSON text');

/** A list, or the JSON text of one, whose every entry `entry` reads. */
export function listOf<T>(entry: (value: unknown) => T | Wrong, says: string, most: number): FieldKind<T[]> {
  const tooMany = new Wrong(`Must have at most ${most} entries`);
  return {
    says: `A list, or its JSON text: ${says}`,
    read: (value) => {
      const given = typeof value === 'string' ? parseJson(value) : value;
      if (!Array.isArray(given)) return notList;
      if (given.length > most) return tooMany;
      const list: T[] = [];
      for (const [index, one] of given.entries()) {
        const read = entry(one);
        if (read instanceof Wrong) return new Wrong(`Entry ${index + 1}: ${read.text}`);
        list.push(read);
      }
      return list;
    },
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Nothing was given: missing, null, '' and blanks all mean unanswered. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** An object as JSON makes it; null for anything else. */
export const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
