import { createHash } from 'node:crypto';
import type { customerCalls } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { nextStep, nextSteps } from 'shared/rules/nextStep';
import type { Database } from '../db/database.ts';
import type { AppContext } from '../context/AppContext.ts';
import type { Handler } from '../http/serve.ts';
import { findDownloads } from '../orders/orderDetails.ts';
import { markShown, newestMessages } from '../orders/messages.ts';
import { findLiveOrder, type LiveOrder } from './liveOrder.ts';
import { recordView } from './recordView.ts';
import type { TypicalDurations } from './typicalDuration.ts';

type SiteContext = Pick<AppContext, 'diskSpace' | 'settings'> & { usual: TypicalDurations; origin: AccessOrigin };

const messagesAnswered = 50;

/** Lists the fields explicitly, because all others are for staff only (rule 16.26). */
export const downloadHistory: Handler<typeof customerCalls.downloadHistory, [SiteContext]> = async (
  { orderId },
  context,
  { usual, settings, diskSpace, origin },
) => {
  const { db, customer } = context;
  const live = await findLiveOrder(db, orderId, customer);
  const { order, document, stage } = live;
  await recordView(context, diskSpace, { orderId, how: 'opened', origin });
  const { next, mark, askAgain } = await customerView(db, live, usual);
  // The public site lists only its own downloads, because customers must not see staff's IP addresses (rule 16.31).
  const { rows, total } = await findDownloads(db, orderId, origin === 'public' ? 'public' : null);
  const messages = await shownMessages(context, diskSpace, { orderId, origin });
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
      mailed_at: order.mailedAt,
      created_at: order.createdAt.toISOString(),
    },
    messages: messages
      .map(({ id, from, kind, at, seen_at, text, file }) => ({ id, from, kind, at, seen_at, text, file }))
      .reverse(),
    uploadLimitMb: settings.maxUploadMb,
    mark,
    askAgain,
    path: document && { file1: document.file1, content_type: document.contentType, size: document.size },
  };
};

/**
 * The newest messages. On the public site, also records that staff's messages were shown, and omits those withdrawn in
 * the meantime. A message that was shown cannot be withdrawn (rule 12.27).
 */
async function shownMessages(
  { db, log }: Pick<Parameters<typeof downloadHistory>[1], 'db' | 'log'>,
  diskSpace: SiteContext['diskSpace'],
  { orderId, origin }: { orderId: string; origin: AccessOrigin },
) {
  const messages = await newestMessages(db, orderId, messagesAnswered);
  const unseen = messages.filter(({ from, isShown }) => from === 'us' && !isShown).map(({ id }) => id);
  if (origin !== 'public' || unseen.length === 0 || !(await diskSpace.allowsChanges())) return messages;
  try {
    const shown = await markShown(db, unseen);
    return messages.filter(({ id }) => !unseen.includes(id) || shown.includes(id));
  } catch (error) {
    // A failure to record must not keep customers from their page (rule 13.34).
    log.warn({ err: error }, 'could not record that messages were shown');
    return messages;
  }
}

export const followOrder: Handler<typeof customerCalls.follow, [TypicalDurations]> = async (
  { orderId, mark },
  { db, customer },
  usual,
) => {
  const view = await customerView(db, await findLiveOrder(db, orderId, customer), usual);
  const changed = view.mark !== mark;
  return {
    message: changed ? 'Your order has changed' : 'Nothing has changed',
    data: { changed, askAgain: view.askAgain },
  };
};

/** The order's next step, and its `mark`: a hash of what the page shows, without the downloads. */
async function customerView(db: Database, { order, document, stage }: LiveOrder, usual: TypicalDurations) {
  // Only deleted orders have no next step.
  const next = nextStep(order, await usual.of(db, order.processingMode), new Date())!;
  const { fullName, landingDomain, question, messageId, mailedAt, seenVersion } = order;
  const messages = [question, messageId, mailedAt, seenVersion];
  const shown = [stage, next.step, next.on, next.late, fullName, landingDomain, ...messages, document?.file1];
  const mark = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
  return { next, mark, askAgain: nextSteps[next.step].askAgain };
}
