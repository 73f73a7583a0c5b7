/** All bytes of `source` in base64, as pieces of ASCII: as one text they would be there several times for a while. */
export async function base64Pieces(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let rest = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    pieces.push(Buffer.from(bytes.toString('base64', 0, whole), 'latin1'));
    rest = Buffer.from(bytes.subarray(whole));
  }
  pieces.push(Buffer.from(rest.toString('base64'), 'latin1'));
  return pieces;
}

/** The text in UTF-8 with the pieces in the place of `mark`, which it holds once. Empties `pieces`. */
export function withPieces(text: string, mark: string, pieces: Buffer[]): Buffer {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error('There is no place for the bytes');
  const [before, after] = [Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at + mark.length))];
  return Buffer.concat([before, ...pieces.splice(0), after]);
}
