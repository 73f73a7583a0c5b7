/** Runs one action on any number of orders: the API takes 500 at a time, and answers for each order. */
import type { BulkResult } from 'shared/api/orderCalls';
import { CallError } from 'shared/api/send';
import type { BulkAction } from 'shared/rules/folders';
import { newKey } from 'shared/desk/calls/useAction';
import { bulkWork } from './bulkWork.ts';

/** The most that one call takes. */
export const atOnce = 500;

export interface BulkOutcome {
  done: string[];
  /** Order id → why not. */
  failed: Map<string, string>;
  /** The API's own words, when one answer says it all. */
  message: string | null;
  /** For Undo: one for all portions. */
  actionId: string | null;
  /** What stopped it before its end: the rest was neither done nor refused. */
  stopped: CallError | null;
  /** How many stand in portions that never began. */
  notBegun: number;
  /** These were cancelled, rather than left with their screen. */
  cancelled: boolean;
}

interface BulkRun {
  action: BulkAction;
  ids: readonly string[];
  memberName: string;
  onProgress?: (finished: number) => void;
  /** Asked between two portions: what is done stays done. */
  ended?: () => BulkEnd | null;
}

/** How a person ends a run before its end. */
export type BulkEnd = 'cancelled' | 'left';

const nothingDone = { message: null, actionId: null, stopped: null, cancelled: false };

export async function runBulk({ action, ids, memberName, onProgress, ended }: BulkRun): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { ...nothingDone, done: [], failed: new Map(), notBegun: ids.length };
  for (let start = 0; start < ids.length; start += atOnce) {
    const end = ended?.();
    if (end) {
      outcome.cancelled = end === 'cancelled';
      break;
    }
    const portion = ids.slice(start, start + atOnce);
    outcome.notBegun -= portion.length;
    try {
      const whom = { orderId: portion, ...(outcome.actionId && { continues: outcome.actionId }) };
      const answer = await bulkWork[action].send(whom, memberName, { idempotencyKey: newKey() });
      outcome.message = answer.message;
      take(outcome, answer.data);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      outcome.message = error.message;
      // None was done: the refusal still says why, order by order.
      if (!isBulkResult(error.body?.data)) {
        outcome.stopped = error;
        break;
      }
      take(outcome, error.body.data);
    }
    onProgress?.(Math.min(ids.length, start + atOnce));
  }
  if (ids.length > atOnce) outcome.message = null;
  return outcome;
}

function take(outcome: BulkOutcome, result: BulkResult) {
  outcome.done.push(...result.done);
  outcome.actionId ??= result.actionId;
  for (const { orderId, message } of result.failed) outcome.failed.set(orderId, message);
}

const isBulkResult = (data: unknown): data is BulkResult =>
  typeof data === 'object' && data !== null && 'failed' in data && Array.isArray(data.failed);
