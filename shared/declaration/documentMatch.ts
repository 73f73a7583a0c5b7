/** Whether a document is about the person of an order: rules 11.14. Pure; the API asks it of the text of a PDF. */
import type { DeclarationAnswers } from '../api/orderDetails.ts';

/** What of an order its document is held against. */
export interface DocumentOwner extends Pick<DeclarationAnswers, 'passport_number' | 'familyMember'> {
  last_name: string;
}

/**
 * What speaks against a document being this order's, a sentence each; none where its text names the person, nor where there
 * is no text at all, as in a scan. `text` is taken as it stands in the document, line ends included.
 */
export function documentWarnings(text: string, owner: DocumentOwner): string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const surname = isOtherScript(text, owner) ? null : surnameWarning(text, owner.last_name);
  return [passportWarning(text, owner), surname].filter((warning) => warning !== null);
}

/** A fact that a document and its order state differently. */
export interface Mismatch {
  what: string;
  document: string;
  order: string;
}

const sentence = ({ what, document, order }: Mismatch) =>
  `${what}: ${document} on the document, ${order} on the order.`;

/** Takes a warning apart again, for a table; null: it was kept with other words, before this version. */
export function mismatchIn(warning: string): Mismatch | null {
  const [, what, document, order] = /^(\w+): (.*) on the document, (.*) on the order\.$/su.exec(warning) ?? [];
  return order === undefined ? null : { what: what!, document: document!, order };
}

/**
 * Whether the surname may stand there in other letters: it has none of the Latin script, none of its letters is in the
 * text, and the passport number matches. That is a note, and no warning.
 */
export function isOtherScript(text: string, { passport_number: own, last_name }: DocumentOwner): boolean {
  const letters = folded(last_name).replaceAll(' ', '');
  if (!own || letters === '' || /\p{sc=Latin}/u.test(letters) || !namesNumber(text, compact(own))) return false;
  const inText = folded(text);
  return [...letters].every((letter) => !inText.includes(letter));
}

/** Letters and digits alone, in capitals: 'z 0000-271' and 'Z0000271' are one number. */
const compact = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Another number counts only where the order's own is not there: documents have many numbers. */
function passportWarning(text: string, { passport_number: own, familyMember }: DocumentOwner): string | null {
  if (!own || compact(own) === '' || namesNumber(text, compact(own))) return null;
  const family = familyMember.map(({ family_passport_number: number }) => compact(number ?? ''));
  const other = passportNumbersIn(text).find((number) => !family.includes(number));
  return other ? sentence({ what: 'Passport', document: other, order: own }) : null;
}

/** Whether the number stands there, however it is parted, and is not the part of a longer one. */
function namesNumber(text: string, number: string): boolean {
  const parted = [...number].join(String.raw`[^\p{L}\p{N}]{0,3}`);
  return new RegExp(String.raw`(?<!\p{N})${parted}(?!\p{N})`, 'u').test(text.normalize('NFKC').toUpperCase());
}

/** One to three letters with six to eight digits anywhere; after the word "passport" also digits alone. */
const passportLike = /\b[A-Z]{1,3}\d{6,8}[A-Z]?\b/g;
// What parts them is bounded: it would be looked through again and again in a text of nothing else.
const afterTheWord =
  /\bPASSPORT\b[^\p{L}\p{N}]{0,20}(?:(?:NUMBER|NO|NR|NUM)\b)?[^\p{L}\p{N}]{0,20}([A-Z]{0,3}\d{6,9}[A-Z]?)\b/gu;

function passportNumbersIn(text: string): string[] {
  const capitals = text.normalize('NFKC').toUpperCase();
  const named = [...capitals.matchAll(afterTheWord)].map(([, number]) => number!);
  return [...named, ...(capitals.match(passportLike) ?? [])];
}

function surnameWarning(text: string, surname: string): string | null {
  const letters = folded(surname).replaceAll(' ', '');
  if (letters === '') return null;
  // However it is parted: "Ní Bhriain", "Ni-Bhriain", "NIBHRIAIN", and over the end of a line.
  const parted = [...letters].join(' ?');
  const alone = withoutBlanks.test(surname) ? parted : `(?<![^ ])${parted}(?![^ ])`;
  return new RegExp(alone, 'u').test(folded(text))
    ? null
    : sentence({ what: 'Surname', document: 'not found', order: surname });
}

/** Scripts that write words one after the other, so that a surname does not end where a blank is. */
const withoutBlanks =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Letters that passports write with others, and that no form of Unicode takes apart. */
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

/** Small letters without accents; whatever is neither letter nor digit is one blank. Apostrophes are nothing at all. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ`´]/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => plainLetters[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
