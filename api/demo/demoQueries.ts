import { getTableColumns, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import type { DemoOrder } from './demoOrders.ts';

const rowsPerStatement = 1_000;
/** The columns of `orders` that are not generated. */
const columns = Object.entries(getTableColumns(orders))
  .filter(([, column]) => !column.generated)
  .map(([key, column]) => [key as keyof DemoOrder, column.name] as const);
const columnNames = sql.join(
  columns.map(([, name]) => sql.identifier(name)),
  sql`, `,
);

/** Inserts batches of a thousand orders, each as one JSON parameter. `beforeBatch` may throw to stop. */
export async function insertOrders(
  tx: Transaction,
  stream: Iterable<DemoOrder>,
  beforeBatch: () => Promise<void> = async () => {},
): Promise<void> {
  let batch: object[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    await beforeBatch();
    await tx.execute(sql`
      insert into orders (${columnNames})
      select ${columnNames} from jsonb_populate_recordset(null::orders, ${JSON.stringify(batch)}::jsonb)`);
    batch = [];
  };
  for (const order of stream) {
    batch.push(Object.fromEntries(columns.map(([key, column]) => [column, order[key] ?? null])));
    if (batch.length === rowsPerStatement) await flush();
  }
  await flush();
}

export async function isEmpty(db: Database): Promise<boolean> {
  const [member] = await db.select({ id: members.id }).from(members).limit(1);
  const [order] = await db.select({ id: orders.orderId }).from(orders).limit(1);
  return !member && !order;
}
