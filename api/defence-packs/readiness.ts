import { sql } from 'drizzle-orm';
import type { defencePackCalls, PackReadiness } from 'shared/api/defencePackCalls';
import { defencePackTypes, disputeDays, type PackVerdict } from 'shared/rules/defencePacks';
import { orderStatus } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import type { Handler } from '../http/serve.ts';
import { earlierItem } from './exhibits/earlierOrders.ts';
import { accessItems } from './exhibits/accessExhibit.ts';
import { contactItem, documentItem, hasWarnings, paymentItem, transactionItem } from './exhibits/orderExhibit.ts';
import { mailItems, openItem } from './exhibits/mailExhibit.ts';
import { findingsIn } from './packRecords.ts';
import { changesNotUndone, type PackSources, readManySources, readSources } from './readSources.ts';
import { type Item, amountText } from './packText.ts';

const day = 86_400_000;

/** The deadline for answering a dispute. `days_left` is negative after it (rule 13.11). */
function disputeTime(disputedAt: Date, now: Date) {
  const respondBy = new Date(disputedAt.getTime() + disputeDays * day);
  return {
    disputed_at: disputedAt.toISOString(),
    respond_by: respondBy.toISOString(),
    days_left: Math.floor((respondBy.getTime() - now.getTime()) / day),
  };
}

export const orderReadiness: Handler<typeof defencePackCalls.packReadiness> = async ({ orderId }, { db, member }) => {
  const sources = await readSources(db, orderId, member.name);
  const { order, records, at } = sources;
  const disputedAt = records.disputedAt ? new Date(records.disputedAt) : order.createdAt;
  const types = orderStatus[order.status].evidence ? defencePackTypes : [];
  return {
    message: 'Defence pack readiness',
    data: {
      order_id: orderId,
      packs: types.map((defencePackType) => packReadiness({ ...sources, defencePackType })),
      dispute: order.status === 'ChargeBack' ? disputeTime(disputedAt, at) : null,
    },
  };
};

export const disputes: Handler<typeof defencePackCalls.disputes> = async (input, { db, member }) => {
  const { rows, total } = await findDisputes(db, input);
  const now = new Date();
  const orderIds = rows.map(({ orderId }) => orderId);
  const found = await readManySources(db, orderIds, member.name);
  const data = rows.flatMap((row) => {
    const sources = found.get(row.orderId);
    // The order may have left Charge Back since the list was read.
    if (!sources || !orderStatus[sources.order.status].evidence) return [];
    const dispute = {
      order_id: row.orderId,
      full_name: row.fullName,
      amount: amountText(row),
      ...disputeTime(new Date(row.disputedAt), now),
      packs: defencePackTypes.map((defencePackType) => {
        const { verdict, evidence } = packReadiness({ ...sources, defencePackType });
        const missing = evidence.filter(({ needed, there }) => needed && !there).map(({ what }) => what);
        return { defencePackType, verdict, missing };
      }),
    };
    return [dispute];
  });
  return { message: 'Orders in Charge Back', data, total };
};

/** The evidence that a pack has or lacks. Missing evidence never prevents making the pack (rule 13.4). */
export function packReadiness(sources: PackSources): PackReadiness {
  const { defencePackType } = sources;
  const found = findingsIn(sources);
  const items = [
    transactionItem(sources),
    paymentItem(sources, found),
    ...(defencePackType === 1 ? mailItems(sources, found) : accessItems(sources, found)),
    documentItem(found),
    ...(defencePackType === 1 ? [contactItem(sources), openItem(found)] : [earlierItem(sources)]),
  ];
  const verdict = verdictOf(items);
  const there = items.filter((item) => item.there).length;
  const advice = {
    Ready: there === items.length ? 'Nothing is missing.' : 'The missing evidence is not needed.',
    'Enough to send': hasWarnings(found.document)
      ? 'Check the document before you send the pack.'
      : 'Adding the missing evidence would make the pack stronger.',
    'Not useful yet': 'The decisive evidence is missing.',
  }[verdict];
  return {
    defencePackType,
    verdict,
    why: `${there} of ${items.length} pieces of evidence ${there === 1 ? 'is' : 'are'} available. ${advice}`,
    evidence: items.map(({ what, there, needed, detail, today }) => ({ what, there, needed, detail, today })),
  };
}

function verdictOf(items: readonly Item[]): PackVerdict {
  if (items.some(({ core, there }) => core && !there)) return 'Not useful yet';
  return items.every(({ needed, there }) => there || !needed) ? 'Ready' : 'Enough to send';
}

type DisputeRow = Record<'orderId' | 'fullName' | 'disputedAt', string> &
  Record<'amount' | 'currency', string | null> & { total: number };

async function findDisputes(db: Database, { page, limit }: { page: number; limit: number }) {
  // A page without disputes has one row, with only `total`.
  const { rows } = await db.execute<DisputeRow | { total: number; orderId: null }>(sql`
    with disputed as materialized (
      select order_id, coalesce((select max(h.at) from ${changesNotUndone} as h
        where h.kind = 'move' and h."to" = 'ChargeBack'), created_at) as at
      from ${orders} o where process_status = 'ChargeBack'
    ), chosen as (
      select order_id, at, at < now() - make_interval(days => ${disputeDays}::int) as is_late from disputed
      order by is_late, case when at < now() - make_interval(days => ${disputeDays}::int) then null else at end,
        at desc, order_id
      offset ${(page - 1) * limit}::bigint limit ${limit}::int
    )
    select counted.total, o.order_id as "orderId", o.full_name as "fullName", o.amount::text, o.currency,
      chosen.at::text as "disputedAt"
    from (select count(*)::int as total from disputed) as counted
    left join chosen on true left join ${orders} o using (order_id)
    order by chosen.is_late, case when chosen.is_late then null else chosen.at end, chosen.at desc, o.order_id`);
  return { rows: rows.filter((row) => row.orderId !== null), total: rows[0]?.total ?? 0 };
}
