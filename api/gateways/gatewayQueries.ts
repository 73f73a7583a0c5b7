import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newestChanges } from 'shared/api/gatewayCalls';
import type { Database, Transaction } from '../db/database.ts';
import { gatewayChanges, gateways } from '../db/schema/billing.ts';
import { members } from '../db/schema/members.ts';

/** All of them, each with when it was active last. */
export const findGateways = (db: Database) =>
  db
    .select({
      id: gateways.id,
      gatewayName: gateways.gatewayName,
      isActive: gateways.isActive,
      // Written out: within a query of one table drizzle names columns alone, and both have an id.
      lastActive: sql<Date | null>`case when not gateways.is_active then (
        select max(changes.at) from gateway_changes as changes where changes.from_id = gateways.id
      ) end`.mapWith(gatewayChanges.at),
    })
    .from(gateways)
    .orderBy(gateways.id);

/** The newest changes, newest first, with the names of who and which. */
export function findGatewayChanges(db: Database) {
  const from = alias(gateways, 'from_gateway');
  const to = alias(gateways, 'to_gateway');
  return db
    .select({ at: gatewayChanges.at, by: members.name, from: from.gatewayName, to: to.gatewayName })
    .from(gatewayChanges)
    .innerJoin(members, eq(members.id, gatewayChanges.memberId))
    .innerJoin(from, eq(from.id, gatewayChanges.fromId))
    .innerJoin(to, eq(to.id, gatewayChanges.toId))
    .orderBy(desc(gatewayChanges.id))
    .limit(newestChanges);
}

/** All of them, held until the transaction ends: whoever else would change which is active waits here. */
export const lockGateways = (tx: Transaction) => tx.select().from(gateways).orderBy(gateways.id).for('update');

/** Makes one active in place of another. Each by itself, since the index allows two at no moment. */
export async function moveActive(tx: Transaction, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.update(gateways).set({ isActive: false }).where(eq(gateways.id, fromId));
  await tx.update(gateways).set({ isActive: true }).where(eq(gateways.id, toId));
}

export async function insertGatewayChange(
  tx: Transaction,
  change: Pick<typeof gatewayChanges.$inferInsert, 'memberId' | 'fromId' | 'toId'>,
): Promise<void> {
  await tx.insert(gatewayChanges).values(change);
}
