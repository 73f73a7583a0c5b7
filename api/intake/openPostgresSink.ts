import pg from 'pg';
import type { CheckedPortion } from './checkPortion.ts';
import { copyArrivals, copyNewArrivals, findKnownIds, prepareForCopying } from './copyQueries.ts';
import type { OrderSink, Taken } from './OrderSink.ts';

/**
 * Into PostgreSQL by COPY, on connections of its own. A COPY fails when one of its orders is known already, so what is
 * known is left out first; it is only looked for once a portion has failed for it, and as long as some are.
 */
export async function openPostgresSink(databaseUrl: string, connections: number): Promise<OrderSink> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(databaseUrl)));
  const idle = [...clients];
  let someAreKnown = false;

  async function copyPortion(client: pg.Client, portion: CheckedPortion): Promise<Taken> {
    const count = portion.orderIds.length;
    if (count === 0) return { accepted: 0, repeated: 0, rejected: [] };
    if (!someAreKnown && (await copyUnlessKnown(client, portion))) {
      return { accepted: count, repeated: 0, rejected: [] };
    }
    const known = await findKnownIds(client, portion.orderIds);
    someAreKnown = known.size > 0;
    const taken = await copyFresh(client, without(portion, known));
    return { ...taken, repeated: taken.repeated + known.size };
  }

  return {
    form: 'copy',
    atOnce: connections,
    async put(portion) {
      const client = idle.pop()!;
      try {
        return await copyPortion(client, portion);
      } finally {
        idle.push(client);
      }
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

async function connect(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  // A connection that breaks fails the statement under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  await prepareForCopying(client);
  return client;
}

const uniqueViolation = '23505';
/** Data exceptions and violated checks: something in a row, not the connection or the disk. */
const isFaultOfRow = (code: string) => code.startsWith('22') || code === '23514';

/** False: it must be done with more care. */
async function copyUnlessKnown(client: pg.Client, portion: CheckedPortion): Promise<boolean> {
  try {
    await copyArrivals(client, portion.bytes);
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === uniqueViolation || isFaultOfRow(code)) return false;
    throw error;
  }
}

/** Those that were new a moment ago. When somebody else was faster with one, the way is by a table that minds it. */
async function copyFresh(client: pg.Client, portion: CheckedPortion): Promise<Taken> {
  const count = portion.orderIds.length;
  if (count === 0) return { accepted: 0, repeated: 0, rejected: [] };
  try {
    await copyArrivals(client, portion.bytes);
    return { accepted: count, repeated: 0, rejected: [] };
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === uniqueViolation) {
      const accepted = await copyNewArrivals(client, portion.bytes);
      return { accepted, repeated: count - accepted, rejected: [] };
    }
    if (!isFaultOfRow(code)) throw error;
    if (count === 1) return { accepted: 0, repeated: 0, rejected: [refused(portion, code)] };
    // One bad row keeps a whole COPY out: halving finds it.
    const half = Math.ceil(count / 2);
    const first = await copyFresh(client, part(portion, 0, half));
    const second = await copyFresh(client, part(portion, half, count));
    return {
      accepted: first.accepted + second.accepted,
      repeated: first.repeated + second.repeated,
      rejected: [...first.rejected, ...second.rejected],
    };
  }
}

const refused = ({ lines, orderIds }: CheckedPortion, code: string) => ({
  line: lines[0]!,
  order_id: orderIds[0]!,
  errors: { order: `The database refuses it (${code})` },
});

const startOf = ({ ends }: CheckedPortion, index: number) => (index === 0 ? 0 : ends[index - 1]!);

function part(portion: CheckedPortion, from: number, to: number): CheckedPortion {
  const start = startOf(portion, from);
  return {
    ...portion,
    orderIds: portion.orderIds.slice(from, to),
    bytes: portion.bytes.subarray(start, portion.ends[to - 1]),
    ends: portion.ends.slice(from, to).map((end) => end - start),
    lines: portion.lines.slice(from, to),
  };
}

function without(portion: CheckedPortion, known: ReadonlySet<string>): CheckedPortion {
  if (known.size === 0) return portion;
  const left = portion.orderIds.flatMap((id, index) => (known.has(id) ? [] : [index]));
  const rows = left.map((index) => portion.bytes.subarray(startOf(portion, index), portion.ends[index]));
  let end = 0;
  return {
    ...portion,
    orderIds: left.map((index) => portion.orderIds[index]!),
    bytes: new Uint8Array(Buffer.concat(rows)),
    ends: Uint32Array.from(rows, (row) => (end += row.length)),
    lines: Uint32Array.from(left, (index) => portion.lines[index]!),
  };
}
