import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { readPrepared } from '../../db/readPrepared.ts';
import { orderActionBefores, orderActions, orderHistory, type HistoryKind } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';

type Column =
  | 'processStatus'
  | 'beforeDeleteStatus'
  | 'assignedTo'
  | 'assignedAt'
  | 'processedBy'
  | 'completedAt'
  | 'refundDate'
  | 'refund';

/** The columns that say where an order stands: all that an action changes. */
export type OrderPlace = Pick<typeof orders.$inferSelect, Column>;

/** What a change does to one order: its columns, and the line of its history. */
export interface OrderChange {
  kind: HistoryKind;
  set: Partial<OrderPlace>;
  field: 'process_status' | 'assign_to';
  from: string | null;
  to: string | null;
}

interface Action {
  actionId: string;
  /** Null: the product itself. */
  memberId: number | null;
  undoable: boolean;
}

/**
 * Changes orders that this transaction has locked, raises their versions and appends to their history; what Undo would
 * give back is kept first. One statement for all that change the same columns: a bulk of 500 is one.
 */
export async function writeChanges(
  tx: Transaction,
  changes: readonly { orderId: string; change: OrderChange }[],
  action: Action,
) {
  const groups = Map.groupBy(changes, ({ change }) => Object.keys(change.set).sort().join());
  for (const group of groups.values()) await writeGroup(tx, group, action);
}

async function writeGroup(
  tx: Transaction,
  group: readonly { orderId: string; change: OrderChange }[],
  { actionId, memberId, undoable }: Action,
) {
  const keys = Object.keys(group[0]!.change.set) as Column[];
  const columns = keys.map((key) => orders[key]);
  const rows = group.map(({ orderId, change: { kind, field, from, to, set } }) => ({
    ...{ order_id: orderId, kind, field, from, to },
    ...Object.fromEntries(keys.map((key) => [orders[key].name, set[key]])),
  }));
  const types = columns.map((column) => sql.raw(`, ${column.name} ${column.getSQLType()}`));
  const sets = columns.map((column) => sql.raw(`, ${column.name} = changed.${column.name}`));
  // Planned once for each set of columns: the plan takes half as long as the work.
  await readPrepared(
    tx,
    sql`
    with changed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(order_id text, kind text, field text, "from" text, "to" text${sql.join(types)})
    )${undoable ? keepBefores(actionId, memberId!) : sql``}, updated as (
      update ${orders} set version = orders.version + 1${sql.join(sets)}
      from changed where orders.order_id = changed.order_id
      returning orders.order_id, orders.version, changed.kind, changed.field, changed."from", changed."to"
    )
    insert into ${orderHistory} (order_id, member_id, action_id, kind, field, "from", "to", version)
    select order_id, ${memberId}::int, ${actionId}::uuid, kind, field, "from", "to", version from updated`,
  );
}

const { processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund } =
  orderActionBefores;
const given = [processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund].map(
  ({ name }) => name,
);
const givenBack = sql.raw(given.join(', '));
const firstOrTheirs = sql.raw(
  given
    .map(
      (name) => `${name} = case when kept.version = excluded.version - 1 then kept.${name} else excluded.${name} end`,
    )
    .join(', '),
);

/**
 * The orders as they are before this statement. An action of several portions keeps the place among the member's that it
 * began with: what they did beside it came later. Of an order that it changes twice, what was there before the first
 * counts, unless somebody changed it between the two: then Undo gives back what they made of it.
 */
const keepBefores = (actionId: string, memberId: number) => sql`, action as (
      insert into ${orderActions} (action_id, member_id) values (${actionId}, ${memberId})
      on conflict (action_id) do nothing
    ), befores as (
      insert into ${orderActionBefores} as kept (action_id, order_id, version, ${givenBack})
      select ${actionId}::uuid, order_id, version + 1, ${givenBack}
      from ${orders} where order_id in (select order_id from changed)
      on conflict (action_id, order_id) do update set version = excluded.version, ${firstOrTheirs}
    )`;
