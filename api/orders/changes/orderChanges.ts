import { eq, sql } from 'drizzle-orm';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../../db/database.ts';
import { isoText } from '../../db/schema/columns.ts';
import { members } from '../../db/schema/members.ts';
import { type HistoryKind, undoSnapshots, orderActions, orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { HttpError } from '../../http/HttpError.ts';

export type LockedOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'beforeDeleteStatus' | 'assignedTo' | 'version' | 'email' | 'contactEmailAddress'
> & {
  status: OrderStatus;
  customerWrote: boolean;
  assigneeName: string | null;
  assigneeHasLeft: boolean;
};

/** Locks by ascending id, so that concurrent bulk actions cannot deadlock. Omits unknown ids. */
export async function lockOrders(tx: Transaction, orderIds: readonly string[]): Promise<LockedOrder[]> {
  // No join: after waiting for a row lock, it would return a stale assignee.
  const { rows } = await tx.execute<LockedOrder>(sql`
  select order_id as "orderId", process_status as status, before_delete_status as "beforeDeleteStatus",
    assigned_to as "assignedTo", (select name from ${members} where id = assigned_to) as "assigneeName",
    exists (select from ${members} where id = assigned_to and deleted_at is not null) as "assigneeHasLeft",
    version, email, contact_email_address as "contactEmailAddress", customer_wrote_at is not null as "customerWrote"
  from ${orders} where order_id = any(${sql.param([...orderIds])}::text[]) order by order_id for update`);
  return rows;
}

export async function findVersion(db: Database, orderId: string): Promise<number | null> {
  const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.orderId, orderId));
  return order?.version ?? null;
}

/** Throws 409 with the later changes unless the order is still at version `seen`. Undefined accepts any version. */
export async function assertNotStale(
  tx: Database,
  order: { orderId: string; version: number },
  seen: number | undefined,
) {
  if (seen === undefined || seen === order.version) return;
  const { rows: changes } = await tx.execute<{ by: string | null; field: string }>(sql`
    select ${isoText(sql`change.at`)} as at, members.name as by, change.field, change."from", change."to"
    from ${orderHistory} as change left join ${members} on members.id = change.member_id
    where change.order_id = ${order.orderId} and change.version > ${seen}
    order by change.id`);
  throw new HttpError(409, changedText(changes.at(-1)), { data: { version: order.version, changes } });
}

function changedText(last: { by: string | null; field: string } | undefined): string {
  if (last?.by) return `${last.by} changed this order.`;
  return last?.field === 'customer_message' ? 'The customer has sent a message.' : 'This order has changed.';
}

/** For changes outside the order's own row, such as a new comment. */
export async function raiseVersion(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

type Column =
  | 'processStatus'
  | 'beforeDeleteStatus'
  | 'assignedTo'
  | 'assignedAt'
  | 'processedBy'
  | 'completedAt'
  | 'refundDate'
  | 'refund'
  | 'customerWroteAt';

export type OrderState = Pick<typeof orders.$inferSelect, Column>;

export interface OrderChange {
  kind: HistoryKind;
  set: Partial<OrderState>;
  field: 'process_status' | 'assign_to' | 'customer_message';
  from: string | null;
  to: string | null;
}

interface Action {
  actionId: string;
  memberId: number | null;
  undoable: boolean;
}

/** Uses one statement per set of changed columns, and so usually only one for a bulk action. */
export async function writeChanges(
  tx: Transaction,
  changes: readonly { orderId: string; change: OrderChange }[],
  action: Action,
) {
  const groups = Map.groupBy(changes, ({ change }) => Object.keys(change.set).sort().join());
  for (const group of groups.values()) await writeGroup(tx, group, action);
}

async function writeGroup(tx: Transaction, group: readonly { orderId: string; change: OrderChange }[], action: Action) {
  const keys = Object.keys(group[0]!.change.set) as Column[];
  const columns = keys.map((key) => orders[key]);
  const rows = group.map(({ orderId, change: { kind, field, from, to, set } }) => ({
    ...{ order_id: orderId, kind, field, from, to },
    ...Object.fromEntries(keys.map((key) => [orders[key].name, set[key]])),
  }));
  const types = columns.map((column) => sql.raw(`, ${column.name} ${column.getSQLType()}`));
  const sets = columns.map((column) => sql.raw(`, ${column.name} = changed.${column.name}`));
  await tx.execute(sql`
    with changed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(order_id text, kind text, field text, "from" text, "to" text${sql.join(types)})
    )${action.undoable ? saveUndoSnapshots(action, keys.includes('customerWroteAt')) : sql``}, updated as (
      update ${orders} set version = orders.version + 1${sql.join(sets)}
      from changed where orders.order_id = changed.order_id
      returning orders.order_id, orders.version, changed.kind, changed.field, changed."from", changed."to"
    )
    insert into ${orderHistory} (order_id, member_id, action_id, kind, field, "from", "to", version)
    select order_id, ${action.memberId}::int, ${action.actionId}::uuid, kind, field, "from", "to", version from updated`);
}

const { processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund } = undoSnapshots;
const columnNames = [processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund].map(
  ({ name }) => name,
);
const returningColumns = sql.raw(columnNames.join(', '));
const firstOrTheirs = sql.raw(
  columnNames
    .map(
      (name) => `${name} = case when kept.version = excluded.version - 1 then kept.${name} else excluded.${name} end`,
    )
    .join(', '),
);

/** Keeps the first snapshot if an action changes an order twice, unless others changed the order in between. */
const saveUndoSnapshots = ({ actionId, memberId }: Action, handles: boolean) => sql`, action as (
      insert into ${orderActions} (action_id, member_id) values (${actionId}, ${memberId})
      on conflict (action_id) do nothing
    ), befores as (
      insert into ${undoSnapshots} as kept (action_id, order_id, version, ${returningColumns}, customer_wrote_at)
      select ${actionId}::uuid, order_id, version + 1, ${returningColumns}, ${sql.raw(handles ? 'customer_wrote_at' : 'null')}
      from ${orders} where order_id in (select order_id from changed)
      on conflict (action_id, order_id) do update set version = excluded.version, ${firstOrTheirs},
        customer_wrote_at = coalesce(kept.customer_wrote_at, excluded.customer_wrote_at)
    )`;

export type HistoryEntry = typeof orderHistory.$inferInsert;

export async function appendHistory(tx: Transaction, entries: readonly HistoryEntry[]) {
  if (entries.length > 0) await tx.insert(orderHistory).values([...entries]);
}
