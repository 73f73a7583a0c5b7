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

export const mostLineBytes = 1_048_576;
const newline = 0x0a;

/**
 * Cuts a stream into portions at the ends of lines. No more than a portion is held, whatever comes: of a line without an
 * end only its number is kept. Portions are filled into the memory of `spare` ones that were done with, where there are
 * any, and each piece of the stream is done with when the next is asked for.
 */
export async function* linePortions(
  stream: AsyncIterable<Uint8Array>,
  { size = 4 * mostLineBytes, longest = mostLineBytes, spare = [] as ArrayBuffer[] } = {},
): AsyncGenerator<Portion | TooLongLine> {
  const memory = () => Buffer.from(spare.pop() ?? new ArrayBuffer(size));
  let held = memory();
  let length = 0;
  let line = 1;
  let skipping = false;
  for await (const piece of stream) {
    for (let from = 0; from < piece.length;) {
      if (skipping) {
        const end = piece.indexOf(newline, from);
        if (end < 0) break;
        skipping = false;
        line++;
        from = end + 1;
        continue;
      }
      const fitting = piece.subarray(from, from + held.length - length);
      held.set(fitting, length);
      from += fitting.length;
      length += fitting.length;
      if (length < held.length) continue;
      const end = held.lastIndexOf(newline) + 1;
      const next = memory();
      next.set(held.subarray(end));
      length -= end;
      if (end > 0) {
        const lines = countLines(held, end);
        yield { firstLine: line, bytes: held.subarray(0, end) };
        line += lines;
      }
      held = next;
      if (length <= longest) continue;
      yield { tooLong: line };
      skipping = true;
      length = 0;
    }
  }
  if (length > 0) yield { firstLine: line, bytes: held.subarray(0, length) };
}

function countLines(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0 && at < end; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}
