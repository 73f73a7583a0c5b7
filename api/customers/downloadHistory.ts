import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Desk } from '../desk/desk.ts';
import type { Context, Reply } from '../http/serve.ts';
import { findDownloads } from '../orders/orderDetails.ts';
import { newestMessages } from '../orders/messages.ts';
import { customerView } from './customerView.ts';
import { findLiveOrder } from './findLiveOrder.ts';
import { noteView } from './noteView.ts';
import type { UsualTimes } from './usualTime.ts';

type HistoryCall = typeof customerCalls.downloadHistory;
type MessageRow = Awaited<ReturnType<typeof newestMessages>>[number];

/** What the page is made with beside the order. */
interface Page extends Pick<Desk, 'room'> {
  usual: UsualTimes;
  maxUploadMb: number;
  origin: AccessOrigin;
}

/** So many messages are answered, the newest. */
const messagesAnswered = 50;

/**
 * The customer's page of an order: where it is, what happens next, what was asked and answered, its document once it is
 * ready, and the downloads so far. Field by field: whatever else an order has is nobody's but the staff's (rules 16.26).
 */
export async function downloadHistory(
  { orderId }: ParsedInput<HistoryCall>,
  context: Context<HistoryCall>,
  { usual, maxUploadMb, room, origin }: Page,
): Promise<Reply<HistoryCall>> {
  const { db, customer } = context;
  const live = await findLiveOrder(db, orderId, customer);
  const { order, document, stage } = live;
  await noteView(context, room, { orderId, how: 'opened', origin });
  const { next, mark, askAgain } = await customerView(db, live, usual);
  // Addresses of the staff are not the customer's to read (rules 16.31).
  const { rows, total } = await findDownloads(db, orderId, origin === 'public' ? 'public' : null);
  const messages = await newestMessages(db, orderId, messagesAnswered);
  return {
    message: 'Order details loaded',
    data: rows.map(({ createTs, ip, browser, os, timezone, completedAt, percent }) => ({
      order_id: orderId,
      create_ts: createTs.toISOString(),
      ip,
      browser,
      os,
      timezone,
      completed: completedAt !== null,
      percent,
    })),
    downloadTotal: total,
    mainResult: {
      order_id: orderId,
      full_name: order.fullName,
      stage,
      next: { step: next.step, on: next.on, usually_by: next.usuallyBy?.toISOString() ?? null, late: next.late },
      question: order.question,
      landing_domain: order.landingDomain,
      created_at: order.createdAt.toISOString(),
    },
    messages: messages.map(toCustomerMessage).reverse(),
    uploadLimitMb: maxUploadMb,
    mark,
    askAgain,
    path: document && { file1: document.file1, content_type: document.contentType, size: document.size },
  };
}

const toCustomerMessage = ({ message: { id, fromStaff, createdAt, text, file } }: MessageRow) => ({
  id,
  from: fromStaff ? ('us' as const) : ('you' as const),
  at: createdAt.toISOString(),
  text,
  file: file && { name: file.originalName, content_type: file.contentType, size: file.size },
});
