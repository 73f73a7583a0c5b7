/** Whole lines of a file, some megabytes of them: what is checked and taken in at once. */
export interface Portion {
  /** The number of its first line; lines count from 1. */
  firstLine: number;
  /** In memory of its own, so that it can be handed to another thread. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** A line that was longer than any order is, and left out. */
export interface TooLongLine {
  tooLong: number;
}

export const portionBytes = 4 * 1_048_576;
export const mostLineBytes = 1_048_576;
const newline = 0x0a;

/**
 * Cuts a stream into portions at the ends of lines. No more than one portion is ever held, whatever comes: of a line
 * without an end only its number is kept.
 */
export async function* linePortions(
  stream: AsyncIterable<Uint8Array>,
  size = portionBytes,
  longest = mostLineBytes,
): AsyncGenerator<Portion | TooLongLine> {
  let line = 1;
  let chunks: Uint8Array[] = [];
  let held = 0;
  let skipping = false;
  for await (let chunk of stream) {
    if (skipping) {
      const end = chunk.indexOf(newline);
      if (end < 0) continue;
      skipping = false;
      line++;
      chunk = chunk.subarray(end + 1);
    }
    chunks.push(chunk);
    held += chunk.length;
    if (held < size) continue;
    const all = Buffer.concat(chunks);
    const end = all.lastIndexOf(newline) + 1;
    if (end > 0) {
      yield { firstLine: line, bytes: ownCopy(all.subarray(0, end)) };
      line += countLines(all, end);
    }
    const rest = all.subarray(end);
    skipping = rest.length > longest;
    if (skipping) yield { tooLong: line };
    chunks = skipping || rest.length === 0 ? [] : [rest];
    held = skipping ? 0 : rest.length;
  }
  if (held > 0) yield { firstLine: line, bytes: ownCopy(Buffer.concat(chunks)) };
}

const ownCopy = (bytes: Uint8Array) => new Uint8Array(bytes);

function countLines(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0 && at < end; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}
