import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import { gatewayCalls, gatewayNotFound, maxGatewayChanges } from 'shared/api/gatewayCalls';
import { type Database, readOnlySnapshot } from '../db/database.ts';
import { gatewayChanges, gateways } from '../db/schema/billing.ts';
import { members } from '../db/schema/members.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import { type Reply, serve } from '../http/serve.ts';

export function gatewayRoutes(app: FastifyInstance) {
  serve(app, gatewayCalls.gateways, (_input, { db }) => listGateways(db));
  serve(app, gatewayCalls.activateGateway, ({ gatewayId }, { db, member }) => activateGateway(db, gatewayId, member));
}

/** Reads one snapshot, so that the active gateway matches the newest change (rules 14.11, 14.18). */
async function listGateways(db: Database): Promise<Reply<typeof gatewayCalls.gateways>> {
  const [all, changes] = await db.transaction(
    async (tx) => [await findGateways(tx), await findGatewayChanges(tx)],
    readOnlySnapshot,
  );
  return {
    message: 'Payment gateways',
    data: all.map(({ id, gatewayName, isActive, lastActive }) => ({
      id,
      gateway_name: gatewayName,
      is_active: isActive ? '1' : '0',
      last_active: lastActive?.toISOString() ?? null,
    })),
    changes: changes.map(({ at, ...change }) => ({ at: at.toISOString(), ...change })),
  };
}

/** Serialises concurrent changes. Activating the active gateway records nothing (rules 14.12, 14.18). */
async function activateGateway(db: Database, gatewayId: number, member: Member) {
  return db.transaction(async (tx) => {
    const all = await tx.select().from(gateways).orderBy(gateways.id).for('update');
    const chosen = all.find(({ id }) => id === gatewayId);
    if (!chosen) throw new HttpError(404, gatewayNotFound);
    if (chosen.isActive) return { message: `${chosen.gatewayName} is already the active gateway.`, data: null };
    // A trigger ensures that one gateway is always active.
    const before = all.find(({ isActive }) => isActive)!;
    // Two updates, because the unique index never allows two active gateways.
    await tx.update(gateways).set({ isActive: false }).where(eq(gateways.id, before.id));
    await tx.update(gateways).set({ isActive: true }).where(eq(gateways.id, chosen.id));
    await tx.insert(gatewayChanges).values({ memberId: member.id, fromId: before.id, toId: chosen.id });
    return {
      message: `${chosen.gatewayName} is now the active gateway instead of ${before.gatewayName}.`,
      data: null,
    };
  });
}

const findGateways = (db: Database) =>
  db
    .select({
      id: gateways.id,
      gatewayName: gateways.gatewayName,
      isActive: gateways.isActive,
      // Raw SQL: drizzle would write `id` without its table, which would mean the subquery's table.
      lastActive: sql<Date | null>`case when not gateways.is_active then (
        select max(changes.at) from gateway_changes as changes where changes.from_id = gateways.id
      ) end`.mapWith(gatewayChanges.at),
    })
    .from(gateways)
    .orderBy(gateways.id);

function findGatewayChanges(db: Database) {
  const from = alias(gateways, 'from_gateway');
  const to = alias(gateways, 'to_gateway');
  return db
    .select({ at: gatewayChanges.at, by: members.name, from: from.gatewayName, to: to.gatewayName })
    .from(gatewayChanges)
    .innerJoin(members, eq(members.id, gatewayChanges.memberId))
    .innerJoin(from, eq(from.id, gatewayChanges.fromId))
    .innerJoin(to, eq(to.id, gatewayChanges.toId))
    .orderBy(desc(gatewayChanges.id))
    .limit(maxGatewayChanges);
}
