/** Compares the text of a PDF with its order: rule 11.14. */
import type { DeclarationAnswers } from '../api/orderDetails.ts';

export interface DocumentOwner extends Pick<DeclarationAnswers, 'passport_number' | 'familyMember'> {
  last_name: string;
}

/**
 * If any compared fact suggests that the document is another person's, returns a sentence for every compared fact.
 * Otherwise, or for a document without text (a scan), returns an empty list.
 */
export function documentWarnings(text: string, owner: DocumentOwner): string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const passport = comparePassport(text, owner);
  const surname = isOtherScript(text, owner) ? null : compareSurname(text, owner.last_name);
  const compared = [passport, surname].filter((fact) => fact !== null);
  return compared.some(({ isWarning }) => isWarning) ? compared.map(sentence) : [];
}

export interface ComparedFact {
  what: string;
  document: string;
  order: string;
}

const sentence = ({ what, document, order }: ComparedFact) =>
  `${what}: ${document} on the document, ${order} on the order.`;

/** Parses a warning, so that a table can show it; null if it is worded differently. */
export function comparedFact(warning: string): (ComparedFact & { matches: boolean }) | null {
  const [, what, document, order] = /^(\w+): (.*) on the document, (.*) on the order\.$/su.exec(warning) ?? [];
  return order === undefined ? null : { what: what!, document: document!, order, matches: document === order };
}

interface Comparison extends ComparedFact {
  isWarning: boolean;
}

/**
 * Whether the passport number matches but the surname is in a different script from the text. Shown as a note, not a
 * warning.
 */
export function isOtherScript(text: string, { passport_number: own, last_name }: DocumentOwner): boolean {
  const letters = folded(last_name).replaceAll(' ', '');
  if (!own || letters === '' || !namesNumber(text, compact(own))) return false;
  const inText = folded(withoutNumber(text, compact(own)));
  if (/\p{sc=Latin}/u.test(letters)) return /\p{L}/u.test(inText) && !/\p{sc=Latin}/u.test(inText);
  return [...letters].every((letter) => !inText.includes(letter));
}

/** Upper-case letters and digits only: 'z 0000-271' equals 'Z0000271'. */
const compact = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Warns of another passport number only if the text lacks the order's own, because documents contain many numbers. */
function comparePassport(text: string, { passport_number: own, familyMember }: DocumentOwner): Comparison | null {
  if (!own || compact(own) === '') return null;
  const compared = { what: 'Passport', order: own };
  if (namesNumber(text, compact(own))) return { ...compared, document: own, isWarning: false };
  const family = familyMember.map(({ family_passport_number: number }) => compact(number ?? ''));
  const found = passportNumbersIn(text);
  const other = found.find((number) => !family.includes(number));
  return { ...compared, document: other ?? found[0] ?? 'not found', isWarning: other !== undefined };
}

const capitals = (text: string) => text.normalize('NFKC').toUpperCase();

/** Matches the number with or without separators, but not inside a longer number. */
function numberPattern(number: string): RegExp {
  const parted = [...number].join(String.raw`[^\p{L}\p{N}]{0,3}`);
  return new RegExp(String.raw`(?<!\p{N})${parted}(?!\p{N})`, 'gu');
}

const namesNumber = (text: string, number: string) => capitals(text).search(numberPattern(number)) >= 0;
const withoutNumber = (text: string, number: string) => capitals(text).replace(numberPattern(number), ' ');

/** One to three letters, six to eight digits and an optional final letter, anywhere in the text. */
const passportLike = /\b[A-Z]{1,3}\d{6,8}[A-Z]?\b/g;
// After the word "passport", digits alone are enough. The gaps are bounded, so that matching takes linear time.
const afterTheWord =
  /\bPASSPORT\b[^\p{L}\p{N}]{0,20}(?:(?:NUMBER|NO|NR|NUM)\b)?[^\p{L}\p{N}]{0,20}([A-Z]{0,3}\d{6,9}[A-Z]?)\b/gu;

function passportNumbersIn(text: string): string[] {
  const looked = capitals(text);
  const named = [...looked.matchAll(afterTheWord)].map(([, number]) => number!);
  return [...named, ...(looked.match(passportLike) ?? [])];
}

function compareSurname(text: string, surname: string): Comparison | null {
  const letters = folded(surname).replaceAll(' ', '');
  if (letters === '') return null;
  // Matches "Ní Bhriain", "Ni-Bhriain" and "NIBHRIAIN", even across two lines.
  const parted = [...letters].join(' ?');
  const alone = withoutBlanks.test(surname) ? parted : `(?<![^ ])${parted}(?![^ ])`;
  const isThere = new RegExp(alone, 'u').test(folded(text));
  return { what: 'Surname', document: isThere ? surname : 'not found', order: surname, isWarning: !isThere };
}

/** Scripts in which a name may be joined to the words around it. */
const withoutBlanks =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Letters that passports transliterate and Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Lower-case letters and digits, without accents and apostrophes. Other characters become one space. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ`´]/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => plainLetters[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
