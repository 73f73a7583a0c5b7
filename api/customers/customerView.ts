import { createHash } from 'node:crypto';
import { nextStep, nextSteps } from 'shared/rules/nextStep';
import type { Database } from '../db/database.ts';
import type { LiveOrder } from './findLiveOrder.ts';
import type { UsualTimes } from './usualTime.ts';

/** What a customer's page follows: the order's next step, and a name for all that it shows but the downloads. */
export async function customerView(db: Database, { order, document, stage }: LiveOrder, usual: UsualTimes) {
  // A live order has a stage, and so a step.
  const next = nextStep(order, await usual.of(db, order.processingMode), new Date())!;
  const { fullName, landingDomain, question, messageId } = order;
  const shown = [stage, next.step, next.on, next.late, fullName, landingDomain, question, messageId, document?.file1];
  const mark = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
  return { next, mark, askAgain: nextSteps[next.step].askAgain };
}
