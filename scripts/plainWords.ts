/**
 * Lists sentences in comments and Markdown that a native speaker would read twice, and names to avoid (CONTRIBUTING.md,
 * "How to write here"). Fails for a file with more findings than plainWords.json allows; `--update` lowers its numbers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Finding {
  line: number;
  why: string;
  sentence: string;
}

const maxWords = 32;

const phrases: readonly (readonly [string, RegExp])[] = [
  ['starts with a question word', /^(Who|Whoever|Whose|Whom|What|Whatever|Whichever|Which|Since when)\b(?![^.]*\?)/],
  ['starts with a question word', /[.;:] (Who|Whoever|Whose|What|Whatever) (?!(?:is|are|does|do|if)\b[^.]*\?)/],
  ['whoever, whatever', /\b(whoever|whomever|whosever|whatever|whichever)\b/i],
  [
    '"who" or "what" as a noun',
    /\b(for|of|by|to|from|with|than|and|or|as) (who|what) (is|was|has|had|were|are|it|they|asks?|came|comes|stands|becomes|happened)\b/,
  ],
  ['beside: write besides, next to or in addition to', /\bbeside\b/i],
  ['anew: write again', /\banew\b/i],
  ['"so many", "as many as one likes"', /^(Of each|So many|So long|That many)\b|\bas (many|much|long) as one\b/],
  ['starts with "that it", "that a"', /^That (it|they|a|an|the|all|none|no)\b/],
  ['"is no …": say what it is', /\b(is|are|was) no (?!longer|more than|such)\w+/],
  [
    '"by itself", "of its own", "in vain"',
    /\b(by itself|of its own|of their own|all the same|at hand|in vain|in turns?)\b/i,
  ],
  ['chains of "of which"', /\b(of|in|by|for|from) which\b.*\b(of|in|by|for|from) which\b/],
  ['"is to be told"', /\b(is|are|was|were) (still )?to be \w+(ed|en|t)\b/],
  ['starts with "those of"', /^(Those|These|That) (of|that|which|who)\b/],
];
const names = /\b(most|least)[A-Z]\w*|\b(Told|Asked|Opened|Turns|Places|Room|Done|Standing\w+|Further)\b(?=\s*[={<(])/;

/** The findings in a file's text. The file's name decides whether the text is read as Markdown or as code. */
export function findUnplain(file: string, text: string): Finding[] {
  const found = (file.endsWith('.md') ? markdown(text) : comments(text, file)).flatMap(({ line, sentence }) => {
    const isLong = !sentence.startsWith('|') && sentence.split(/\s+/).length > maxWords;
    const reasons = phrases.flatMap(([why, pattern]) => (pattern.test(sentence) ? [why] : []));
    return [...reasons, ...(isLong ? [`over ${maxWords} words`] : [])].map((why) => ({ line, why, sentence }));
  });
  if (/\.(md|css|sql)$/.test(file)) return found;
  const declared = text.split('\n').flatMap((source, index) => {
    const isNamed = /^\s*(export )?(const|let|class|interface|type|function) /.test(source) && names.test(source);
    return isNamed ? [{ line: index + 1, why: 'a name to avoid', sentence: source.trim() }] : [];
  });
  return [...found, ...declared];
}

/** A string may contain a comment marker, as in 'image/*', so a marker counts only after a blank or a bracket. */
function comments(text: string, file: string) {
  const marker = file.endsWith('.sql') ? '--' : '//';
  const block = new RegExp(`(?<=^|[\\s{(,])/\\*[^]*?\\*/|(?:^|\\n)(?:[ \\t]*${marker}[^\\n]*(?:\\n|$))+`, 'g');
  return [...text.matchAll(block)].flatMap(({ 0: comment, index }) => {
    const start = text.slice(0, index).split('\n').length + (comment.startsWith('\n') ? 1 : 0);
    const lines = comment.replace(/^\n/, '').split('\n');
    const bare = lines.map((line) => line.replace(/^\s*(\/\*\*?|\*\/|\*|\/\/|--)? ?/, '').replace(/\*\/\s*$/, ''));
    return sentences(bare, start);
  });
}

function markdown(text: string) {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || /^\s*```/.test(line)) return '';
    return line.replace(/^\s*([#>*-]|\d+\.)\s+/, '');
  });
  return sentences(lines, 1);
}

/** Splits lines into sentences, each with the number of its first line. */
function sentences(lines: readonly string[], start: number) {
  const result: { line: number; sentence: string }[] = [];
  let open: { line: number; sentence: string } | null = null;
  lines.forEach((text, index) => {
    if (!text.trim()) open = null;
    for (const part of text.trim().split(/(?<=[.!?])\s+(?=[A-Z`'"])/)) {
      if (!part) continue;
      if (open) open.sentence += ` ${part}`;
      else result.push((open = { line: start + index, sentence: part }));
      if (/[.!?]['"`)]?$/.test(part)) open = null;
    }
  });
  return result;
}

const allowedFile = path.join(import.meta.dirname, 'plainWords.json');

if (process.argv[1] === import.meta.filename) {
  const allowed = JSON.parse(readFileSync(allowedFile, 'utf8')) as Record<string, number>;
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
  const left: Record<string, number> = {};
  for (const file of files.filter((name) => /\.(tsx?|[mc]?js|css|sql|md)$/.test(name)).sort()) {
    if (!existsSync(file)) continue;
    const found = findUnplain(file, readFileSync(file, 'utf8'));
    if (found.length > 0) left[file] = Math.min(found.length, allowed[file] ?? 0);
    if (found.length <= (allowed[file] ?? 0)) continue;
    process.exitCode = 1;
    for (const { line, why, sentence } of found) console.log(`${file}:${line}: ${why}: ${sentence.slice(0, 120)}`);
  }
  if (process.argv[2] === '--update') writeFileSync(allowedFile, `${JSON.stringify(left, null, 2)}\n`);
}
