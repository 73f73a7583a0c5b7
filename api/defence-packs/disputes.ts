import type { ParsedInput } from 'shared/api/call';
import type { defencePackCalls } from 'shared/api/defencePackCalls';
import { money } from 'shared/format/money';
import { defencePackTypes, disputeDays } from 'shared/rules/defencePacks';
import type { Context, Reply } from '../http/serve.ts';
import { findDisputes } from './packQueries.ts';
import { packReadiness } from './readiness.ts';
import { readManySources, readSources } from './readSources.ts';

const day = 86_400_000;

/** When a dispute that began then is to be answered, and how many whole days are left at `now` (rules 13.11). */
export function disputeTime(disputedAt: Date, now: Date) {
  const respondBy = new Date(disputedAt.getTime() + disputeDays * day);
  return {
    disputed_at: disputedAt.toISOString(),
    respond_by: respondBy.toISOString(),
    days_left: Math.floor((respondBy.getTime() - now.getTime()) / day),
  };
}

type ReadinessCall = typeof defencePackCalls.packReadiness;

/** What each pack of an order has, and how long its dispute can be answered. */
export async function orderReadiness(
  { orderId }: ParsedInput<ReadinessCall>,
  { db, member }: Context<ReadinessCall>,
): Promise<Reply<ReadinessCall>> {
  const sources = await readSources(db, orderId, member.name);
  const { order, records, at } = sources;
  const disputedAt = records.disputedAt ? new Date(records.disputedAt) : order.createdAt;
  return {
    message: 'Readiness of the defence packs',
    data: {
      order_id: orderId,
      packs: defencePackTypes.map((defencePackType) => packReadiness({ ...sources, defencePackType })),
      dispute: order.status === 'ChargeBack' ? disputeTime(disputedAt, at) : null,
    },
  };
}

type DisputesCall = typeof defencePackCalls.disputes;

/** The orders in Charge Back, each with what its packs lack. One that leaves it meanwhile is left out. */
export async function disputes(
  input: ParsedInput<DisputesCall>,
  { db, member }: Context<DisputesCall>,
): Promise<Reply<DisputesCall>> {
  const { rows, total } = await findDisputes(db, input);
  const now = new Date();
  const orderIds = rows.map(({ orderId }) => orderId);
  const found = await readManySources(db, orderIds, member.name);
  const data = rows.flatMap(({ orderId, fullName, amount, currency, disputedAt }) => {
    const sources = found.get(orderId);
    if (!sources) return [];
    const dispute = {
      order_id: orderId,
      full_name: fullName,
      amount: amount !== null && currency !== null ? money(amount, currency) : null,
      ...disputeTime(disputedAt, now),
      packs: defencePackTypes.map((defencePackType) => {
        const { verdict, evidence } = packReadiness({ ...sources, defencePackType });
        const missing = evidence.filter(({ needed, there }) => needed && !there).map(({ what }) => what);
        return { defencePackType, verdict, missing };
      }),
    };
    return [dispute];
  });
  return { message: 'Orders in Charge Back', data, total };
}
