/** Compares the text of a PDF with its order: rules 11.14. */
import type { DeclarationAnswers } from '../api/orderDetails.ts';

export interface DocumentOwner extends Pick<DeclarationAnswers, 'passport_number' | 'familyMember'> {
  last_name: string;
}

/**
 * Returns a sentence for each compared fact if any suggests that the document is another person's. Otherwise returns
 * none, as for a document without text (a scan).
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

/** Parses a warning for a table; null for other wording. */
export function comparedFact(warning: string): (ComparedFact & { matches: boolean }) | null {
  const [, what, document, order] = /^(\w+): (.*) on the document, (.*) on the order\.$/su.exec(warning) ?? [];
  return order === undefined ? null : { what: what!, document: document!, order, matches: document === order };
}

interface Comparison extends ComparedFact {
  isWarning: boolean;
}

/**
 * Whether the passport number matches but the surname cannot, because it and the text share no script. Shown as a note,
 * not a warning.
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

/** Reports other passport numbers only if the order's own is missing: documents contain many numbers. */
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

/** Matches the number, ignoring separators, and not as part of a longer one. */
function numberPattern(number: string): RegExp {
  const parted = [...number].join(String.raw`[^\p{L}\p{N}]{0,3}`);
  return new RegExp(String.raw`(?<!\p{N})${parted}(?!\p{N})`, 'gu');
}

const namesNumber = (text: string, number: string) => capitals(text).search(numberPattern(number)) >= 0;
const withoutNumber = (text: string, number: string) => capitals(text).replace(numberPattern(number), ' ');

/** One to three letters with six to eight digits anywhere, or digits alone after the word "passport". */
const passportLike = /\b[A-Z]{1,3}\d{6,8}[A-Z]?\b/g;
// Bounded, so that the regular expression stays linear.
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
  // Matches "Ní Bhriain", "Ni-Bhriain", "NIBHRIAIN", and a name across lines.
  const parted = [...letters].join(' ?');
  const alone = withoutBlanks.test(surname) ? parted : `(?<![^ ])${parted}(?![^ ])`;
  const isThere = new RegExp(alone, 'u').test(folded(text));
  return { what: 'Surname', document: isThere ? surname : 'not found', order: surname, isWarning: !isThere };
}

/** Scripts without spaces between words. */
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

/** Lower case without accents or apostrophes; everything else becomes one space. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ`´]/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => plainLetters[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
