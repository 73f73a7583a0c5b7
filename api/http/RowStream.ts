import { Readable } from 'node:stream';

/**
 * Rows that are read and sent piece by piece: a list of any length needs the memory of one piece, and no other request
 * waits for more than one. `total` is what was sent.
 */
export class RowStream<Row> {
  readonly #pieces: AsyncIterable<readonly Row[]>;

  constructor(pieces: AsyncIterable<readonly Row[]>) {
    this.#pieces = pieces;
  }

  /** The whole answer as JSON, in the envelope of every other. */
  toAnswer(message: string): Readable {
    return Readable.from(this.#json(message), { objectMode: false });
  }

  async *#json(message: string): AsyncGenerator<string> {
    let total = 0;
    yield `{"status":1,"message":${JSON.stringify(message)},"data":[`;
    for await (const rows of this.#pieces) {
      if (rows.length === 0) continue;
      const json = JSON.stringify(rows).slice(1, -1);
      yield total === 0 ? json : `,${json}`;
      total += rows.length;
    }
    yield `],"total":${total}}`;
  }
}
