import { noSuchGateway } from 'shared/api/gatewayCalls';
import type { Database } from '../db/database.ts';
import type { Member } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import { insertGatewayChange, lockGateways, moveActive } from './gatewayQueries.ts';

/**
 * Makes a gateway the active one, in place of the one that is, and keeps who did so (rules 14.12, 14.18). Of several at
 * once each finds what the one before it left; the one that is active already stays so, and nothing is kept.
 */
export async function activateGateway(
  db: Database,
  gatewayId: number,
  member: Member,
): Promise<{ message: string; data: null }> {
  return db.transaction(async (tx) => {
    const all = await lockGateways(tx);
    const chosen = all.find(({ id }) => id === gatewayId);
    if (!chosen) throw new Refusal(404, noSuchGateway);
    if (chosen.isActive) return { message: `${chosen.gatewayName} is the active gateway already.`, data: null };
    // A constraint keeps that there is one.
    const before = all.find(({ isActive }) => isActive)!;
    const change = { fromId: before.id, toId: chosen.id };
    await moveActive(tx, change);
    await insertGatewayChange(tx, { ...change, memberId: member.id });
    return {
      message: `${chosen.gatewayName} is now the active gateway, in place of ${before.gatewayName}.`,
      data: null,
    };
  });
}
