import type { Gateway, GatewayChange } from 'shared/api/gatewayCalls';
import type { Database } from '../db/database.ts';
import { findGatewayChanges, findGateways } from './gatewayQueries.ts';

/** The gateways, and their newest changes (rules 14.11, 14.18). */
export async function listGateways(
  db: Database,
): Promise<{ message: string; data: Gateway[]; changes: GatewayChange[] }> {
  // In one snapshot: who is active and the newest change say the same.
  const [gateways, changes] = await db.transaction(
    async (tx) => [await findGateways(tx), await findGatewayChanges(tx)],
    {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    },
  );
  return {
    message: 'Payment gateways',
    data: gateways.map(({ id, gatewayName, isActive, lastActive }) => ({
      id,
      gateway_name: gatewayName,
      is_active: isActive ? '1' : '0',
      last_active: lastActive?.toISOString() ?? null,
    })),
    changes: changes.map(({ at, ...change }) => ({ at: at.toISOString(), ...change })),
  };
}
