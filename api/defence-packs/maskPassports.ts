const dots = '••••••';

/** A passport number masked but for its last 3 characters; all of it when it has no more. */
export const masked = (passport: string) => {
  const letters = [...passport.trim()];
  return letters.length > 3 ? `${dots} ${letters.slice(-3).join('')}` : dots;
};

/** Shorter, or without a digit, it is no number of a passport, but a word that may stand anywhere: "document". */
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
