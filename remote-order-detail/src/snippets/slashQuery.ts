import type { RemarkSnippet } from 'shared/api/remarkCalls';

/** A slash that was typed to call for a snippet, and what was typed behind it. */
export interface SlashQuery {
  /** Where the slash stands in the text. */
  at: number;
  words: string;
}

/** The slash before the caret, if it begins a word: "and/or" calls for nothing, nor does "paid / refunded". */
export function slashQuery(text: string, caret: number): SlashQuery | null {
  const match = /(?:^|\s)\/((?:[^/\s][^/\n]{0,39})?)$/.exec(text.slice(0, caret));
  return match ? { at: caret - match[1]!.length - 1, words: match[1]! } : null;
}

/** The snippets whose title has all the words in it, in any case; without words all of them. */
export function matching(snippets: readonly RemarkSnippet[], words: string): RemarkSnippet[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return snippets.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
