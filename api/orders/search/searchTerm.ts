/** `patterns`: every hit matches at least one. `letters`: rare letters or pairs, which have their own index. */
export interface Lookup {
  patterns: string[];
  letters: string[] | null;
}

/** Letters in nearly every search document; `search_letters` in the migrations indexes all others. */
const common = 'abcdefghijklmnopqrstuvwxyz0123456789 .@+';
const wordLetter = /^[a-z0-9]$/;
/** Separates the fields of a search document. */
const fieldEnd = '\x1f';
export const isShort = (term: string) => [...term].length < 3;
const holdsTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** Removes blanks from a possible telephone number, so that '+64 21 000' finds '+6421000'. */
export function searchedText(searchVal: string): string {
  const text = searchVal.replace(/\p{Cc}/gu, '');
  return /^[+\d\s]*$/.test(text) ? text.replace(/\s/g, '') : text;
}

/** Null if no index covers `term`, which must be in lower case. */
export function lookupOf(term: string): Lookup | null {
  const letters = [...term];
  const rare = [...new Set(letters.filter((letter) => !common.includes(letter)))];
  if (!isShort(term) && holdsTrigram.test(term)) return { patterns: [`%${escapeLike(term)}%`], letters: null };
  if (rare.length > 0) return { patterns: [], letters: rare };
  if (letters.length !== 2 || !wordLetter.test(letters[1]!)) return null;
  // A letter after a symbol begins a word, and so has a trigram.
  return wordLetter.test(letters[0]!) ? pairLookup(term) : { patterns: [`%${escapeLike(term)}%`], letters: null };
}

/** A pair has no trigram, but forms one with each neighbour. `search_letters` has pairs between two rare letters. */
function pairLookup(pair: string): Lookup {
  const neighbours = [...common, fieldEnd];
  const patterns = neighbours.flatMap((letter) => [`%${letter}${pair}%`, `%${pair}${letter}%`]);
  return { patterns: [...patterns, `${pair}%`, `%${pair}`], letters: [pair] };
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
