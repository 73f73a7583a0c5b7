/**
 * How the indexes of the search find a text. `patterns`: what a hit matches, one of them at least. `letters`: rare letters
 * (or pairs) that a hit has, looked up in an index of their own.
 */
export interface Lookup {
  patterns: string[];
  letters: string[] | null;
}

/** The letters that nearly every search document has; `search_letters` in the migrations indexes all others. */
const common = 'abcdefghijklmnopqrstuvwxyz0123456789 .@+';
const wordLetter = /^[a-z0-9]$/;
/** What stands between the fields of a search document. */
const fieldEnd = '\x1f';
/** No trigram is so short. */
export const isShort = (term: string) => [...term].length < 3;
/** Where the trigram index has something to look up: three letters of a word, or two or one at its known end or start. */
const holdsTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * What is searched: without characters that nobody types, and without blanks in what can be part of a telephone number,
 * so that '+64 21 000' and '+6421000' find the same orders.
 */
export function searchedText(searchVal: string): string {
  const text = searchVal.replace(/\p{Cc}/gu, '');
  return /^[+\d\s]*$/.test(text) ? text.replace(/\s/g, '') : text;
}

/** How to look a text up, which is in lower case; null: no index knows it, only a walk through the folder does. */
export function lookupOf(term: string): Lookup | null {
  const letters = [...term];
  const rare = [...new Set(letters.filter((letter) => !common.includes(letter)))];
  if (!isShort(term) && holdsTrigram.test(term)) return { patterns: [`%${escapeLike(term)}%`], letters: null };
  if (rare.length > 0) return { patterns: [], letters: rare };
  if (letters.length !== 2 || !wordLetter.test(letters[1]!)) return null;
  // Behind a sign a word begins, and the beginning of a word is a trigram.
  return wordLetter.test(letters[0]!) ? pairLookup(term) : { patterns: [`%${escapeLike(term)}%`], letters: null };
}

/**
 * A pair has no trigram, but each place where it stands is one with its neighbour: the trigrams with every common letter
 * before or behind it find all places but those between two rare letters, which `search_letters` knows.
 */
function pairLookup(pair: string): Lookup {
  const neighbours = [...common, fieldEnd];
  const patterns = neighbours.flatMap((letter) => [`%${letter}${pair}%`, `%${pair}${letter}%`]);
  return { patterns: [...patterns, `${pair}%`, `%${pair}`], letters: [pair] };
}

/** What `like` reads as the text itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
