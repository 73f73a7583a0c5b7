import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import type { Context, Reply } from '../http/serve.ts';
import { findDownloads } from '../orders/detailQueries.ts';
import { findLiveOrder } from './findLiveOrder.ts';

type HistoryCall = typeof customerCalls.downloadHistory;

/** The customer's page of an order: where it is, its newest document, and the downloads so far. */
export async function downloadHistory(
  { orderId }: ParsedInput<HistoryCall>,
  { db, customer }: Context<HistoryCall>,
): Promise<Reply<HistoryCall>> {
  const { order, document, stage } = await findLiveOrder(db, orderId, customer);
  const { rows, total } = await findDownloads(db, orderId);
  return {
    message: 'Order details loaded',
    data: rows.map(({ createTs, ip, browser, os, timezone }) => ({
      order_id: orderId,
      create_ts: createTs.toISOString(),
      ip,
      browser,
      os,
      timezone,
    })),
    downloadTotal: total,
    mainResult: {
      order_id: orderId,
      full_name: order.fullName,
      stage,
      landing_domain: order.landingDomain,
      created_at: order.createdAt.toISOString(),
    },
    path: document && { file1: document.file1, content_type: document.contentType, size: document.size },
  };
}
