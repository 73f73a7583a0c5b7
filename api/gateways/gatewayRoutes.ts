import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type Gateway,
  type GatewayChange,
  gatewayCalls,
  gatewayNotFound,
  maxGatewayChanges,
} from 'shared/api/gatewayCalls';
import { type Database, readOnlySnapshot } from '../db/database.ts';
import { gatewayChanges, gateways } from '../db/schema/billing.ts';
import { isoText } from '../db/schema/columns.ts';
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
  return db.transaction(
    async (tx) => ({
      message: 'Payment gateways',
      data: await findGateways(tx),
      changes: await findGatewayChanges(tx),
    }),
    readOnlySnapshot,
  );
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

async function findGateways(db: Database) {
  const { rows } = await db.execute<Gateway>(sql`
    select id, gateway_name, case when is_active then '1' else '0' end as is_active,
      case when not is_active then (
        select ${isoText(sql`max(at)`)} from ${gatewayChanges} where from_id = ${gateways.id}
      ) end as last_active
    from ${gateways} order by id`);
  return rows;
}

async function findGatewayChanges(db: Database) {
  const { rows } = await db.execute<GatewayChange>(sql`
    select ${isoText(sql`changes.at`)} as at, members.name as by, before.gateway_name as "from",
      after.gateway_name as "to"
    from ${gatewayChanges} as changes
    join ${members} on members.id = changes.member_id
    join ${gateways} as before on before.id = changes.from_id
    join ${gateways} as after on after.id = changes.to_id
    order by changes.id desc limit ${maxGatewayChanges}`);
  return rows;
}
