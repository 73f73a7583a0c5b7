import { parse, PGlite, protocol, type Results, type Transaction } from '@electric-sql/pglite';

const { serialize } = protocol;
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
/** What a statement answers with, and the types of its parameters, as the engine tells when it is prepared. */
interface Prepared {
  columns: Messages;
  parameterTypes: number[];
}

/** What reads by a statement that is planned once: the engine itself, and each of its transactions. */
export interface PreparedReader {
  readPrepared: <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;
}

/**
 * PGlite with named statements. Its own `query` parses and plans each statement anew, which takes two thirds of the time
 * of a page of orders.
 */
export class PreparingPGlite extends PGlite implements PreparedReader {
  readonly #prepared = new Map<string, Prepared>();

  /** Outside of any transaction: waits until none is under way. The same name must always have the same text. */
  readPrepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this._runExclusiveTransaction(() => this.#read<Row>(name, text, values));
  }

  override transaction<T>(callback: (tx: Transaction & PreparedReader) => Promise<T>): Promise<T> {
    const readPrepared: PreparedReader['readPrepared'] = (...statement) => this.#read(...statement);
    return super.transaction((tx) => callback(Object.assign(tx, { readPrepared })));
  }

  #read<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this._runExclusiveQuery(async () => {
      const { columns, parameterTypes } = this.#prepared.get(name) ?? (await this.#prepare(name, text));
      const texts = values.map((value, index) => this.#textOf(value, parameterTypes[index]!));
      const run = [serialize.bind({ statement: name, values: texts }), serialize.execute({})];
      const [result] = parse.parseResults([...columns, ...(await this.#ask(...run))], this.parsers);
      return (result as Results<Row>).rows;
    });
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const told = await this.#ask(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const prepared = {
      columns: told.filter((message) => message.name === 'rowDescription'),
      parameterTypes: parse.parseDescribeStatementResults(told),
    };
    this.#prepared.set(name, prepared);
    return prepared;
  }

  /** With the sync that ends each request, also one that failed. */
  #ask(...messages: Uint8Array[]): Promise<Messages> {
    return this.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
  }

  #textOf(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    return this.serializers[type]?.(value) ?? String(value);
  }
}
