import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { arrivalColumns } from './arrivingOrder.ts';

const columns = arrivalColumns.join(', ');

/** What makes a connection's bulk cheaper, and matters to nobody else. */
export async function prepareForCopying(client: pg.Client): Promise<void> {
  // Room for a portion's rows while the counting trigger looks at them.
  await client.query("set work_mem = '64MB'");
  // A third of what an order costs: the product does it once the import is over, and searches without it meanwhile.
  await client.query("set arrival_desk.index_later = 'on'");
  // Long declarations are packed in a fifth of the time; a server that was built without it keeps its own way.
  await client.query("set default_toast_compression = 'lz4'").catch(() => {});
}

/** Those of the ids that orders have. */
export async function findKnownIds(client: pg.Client, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ order_id: string }>({
    name: 'known_ids',
    text: 'select order_id from orders where order_id = any($1::text[])',
    values: [orderIds],
  });
  return new Set(rows.map((row) => row.order_id));
}

/** Adds orders straight to their table; one that is known already fails all of them. */
export async function copyArrivals(client: pg.Client, lines: Uint8Array): Promise<void> {
  await copy(client, `copy orders (${columns}) from stdin`, lines);
}

/** Adds those orders whose ids are new by the way of a table of the connection's own, and answers how many. */
export async function copyNewArrivals(client: pg.Client, lines: Uint8Array): Promise<number> {
  try {
    await client.query('begin');
    await client.query(`create temporary table arriving on commit drop as select ${columns} from orders limit 0`);
    await copy(client, `copy arriving (${columns}) from stdin`, lines);
    const { rowCount } = await client.query(`
      insert into orders (${columns}) select ${columns} from arriving order by order_id
      on conflict (order_id) do nothing`);
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const copy = (client: pg.Client, statement: string, lines: Uint8Array) =>
  pipeline(Readable.from([lines]), client.query(from(statement)));
