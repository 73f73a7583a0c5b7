import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { customerCalls } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { nextStep, nextSteps } from 'shared/rules/nextStep';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Context, Reply } from '../http/serve.ts';
import { findDownloads } from '../orders/orderDetails.ts';
import { newestMessages } from '../orders/messages.ts';
import { findLiveOrder, type LiveOrder } from './liveOrder.ts';
import { noteView } from './noteView.ts';

type HistoryCall = typeof customerCalls.downloadHistory;
type MessageRow = Awaited<ReturnType<typeof newestMessages>>[number];

/** The input of the page, besides the order. */
interface Page extends Pick<Desk, 'room'> {
  usual: UsualTimes;
  maxUploadMb: number;
  origin: AccessOrigin;
}

/** The page shows this many of the newest messages. */
const messagesAnswered = 50;

/**
 * The customer's page of an order: where it is, what happens next, what was asked and answered, its document once it is
 * ready, and the downloads so far. Field by field, because everything else of an order is for the staff alone (rules 16.26).
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

type FollowCall = typeof customerCalls.follow;

/** Whether the page of an order still shows how it stands: two short queries, and an answer of a few bytes. */
export async function followOrder(
  { orderId, mark }: ParsedInput<FollowCall>,
  { db, customer }: Context<FollowCall>,
  usual: UsualTimes,
): Promise<Reply<FollowCall>> {
  const view = await customerView(db, await findLiveOrder(db, orderId, customer), usual);
  const changed = view.mark !== mark;
  return {
    message: changed ? 'Your order has changed' : 'Nothing has changed',
    data: { changed, askAgain: view.askAgain },
  };
}

/** The live part of a customer's page: the order's next step, and a version of everything shown except the downloads. */
async function customerView(db: Database, { order, document, stage }: LiveOrder, usual: UsualTimes) {
  // A live order has a stage, and so a step.
  const next = nextStep(order, await usual.of(db, order.processingMode), new Date())!;
  const { fullName, landingDomain, question, messageId } = order;
  const shown = [stage, next.step, next.on, next.late, fullName, landingDomain, question, messageId, document?.file1];
  const mark = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
  return { next, mark, askAgain: nextSteps[next.step].askAgain };
}

type Mode = 'standard' | 'priority';

/** The sample behind a figure: at most and at least this many of the newest orders completed within the days. */
export const usualSample = { most: 500, least: 20, days: 30 };

const keptMs = 10 * 60_000;

/** The 90th percentile of recent processing times for each mode (rules 16.23), read again every ten minutes. */
export class UsualTimes {
  readonly #known = new Map<Mode, { readAt: number; ms: Promise<number | null> }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** In milliseconds; null: too few were ready to tell. */
  of(db: Database, mode: Mode): Promise<number | null> {
    const known = this.#known.get(mode);
    if (known && this.#now() - known.readAt < keptMs) return known.ms;
    const ms = readUsualMs(db, mode, usualSample);
    this.#known.set(mode, { readAt: this.#now(), ms });
    // The next request asks again after a failure.
    ms.catch(() => this.#known.delete(mode));
    return ms;
  }
}

/**
 * The 90th percentile, in milliseconds, of the newest orders of a processing mode completed within the days, or null
 * for fewer than `least`. Time runs as `beganAt` says (shared/rules/nextStep).
 */
export async function readUsualMs(
  db: Database,
  mode: 'standard' | 'priority',
  { most, least, days }: { most: number; least: number; days: number },
): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select case when count(*) >= ${least}::int
      then (percentile_disc(0.9) within group (order by seconds) * 1000)::float8 end as ms
    from (
      select extract(epoch from completed_at - greatest(created_at, paid_at,
        case when arrived_as_future then processing_date::timestamp at time zone 'UTC' end)) as seconds
      from orders
      where processing_mode = ${mode} and completed_at > now() - make_interval(days => ${days}::int)
      order by completed_at desc limit ${most}
    ) as took where seconds >= 0`);
  return rows[0]!.ms;
}
