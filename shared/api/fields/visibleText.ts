/**
 * Visible text. Names must not contain line breaks, direction marks or zero-width spaces, which forge lines in mails
 * and lists.
 */
import * as v from 'valibot';

// A quick first test: most texts contain none of these.
const suspect =
  /[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]/;

// Persian and Indic names need the joiners, Japanese and Mongolian ones the variation selectors.
const joining = String.raw`\u200c\u200d\p{Variation_Selector}`;
const unseen = String.raw`(?![${joining}])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;

const notInOneLine = new RegExp(unseen, 'u');
const notInLines = new RegExp(String.raw`(?![\t\n\r])${unseen}`, 'u');
const onlyUnseen = new RegExp(String.raw`^[${joining}\s]*$`, 'u');

const isSeen = (text: string, unwanted: RegExp) =>
  !suspect.test(text) || (!unwanted.test(text) && !onlyUnseen.test(text));

export const isOneLine = (text: string) => isSeen(text, notInOneLine);

/** Allows line breaks and tabs. */
export const isVisibleText = (text: string) => isSeen(text, notInLines);

export const oneLineError = 'Must be one line of visible text';
export const visibleTextError = 'Must be visible text';

/** A trimmed text, which may be empty or have several lines. Converts CRLF, which forms send, to LF. */
export const messageText = (longest: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.replace(/\r\n?/g, '\n').trim()),
    v.maxLength(longest, `At most ${longest.toLocaleString('en-GB')} characters`),
    v.check((text) => text === '' || isVisibleText(text), visibleTextError),
  );

export const oneLine = v.pipe(v.string(), v.check(isOneLine, oneLineError));

const blanks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const everyUnseen = new RegExp(unseen, 'gu');

/** Reduces a text to one visible line, which may be empty. */
export function toOneLine(text: string): string {
  // Remove byte order marks first: they separate nothing, but \s matches them.
  const line = text.replaceAll('\ufeff', '').replace(blanks, ' ').replace(everyUnseen, '').trim();
  return onlyUnseen.test(line) ? '' : line;
}
