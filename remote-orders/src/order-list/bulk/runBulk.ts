import { isBulkResult, type BulkResult } from 'shared/api/orderCalls';
import { CallError, newKey } from 'shared/desk';
import type { BulkAction } from 'shared/rules/folders';
import { bulkActions, type BulkTarget } from './bulkActions.ts';

export interface BulkOutcome {
  done: string[];
  /** Order id → why not. */
  failed: Map<string, string>;
  /** In the API's words. */
  message: string;
  /** For Undo. */
  actionId: string | null;
  /** So many are meant that the API works them off beside its answer: nothing is done yet. */
  jobId: string | null;
  /** Why it was not done at all: of no order is known anything. */
  error: CallError | null;
}

interface BulkRun {
  action: BulkAction;
  target: BulkTarget;
  memberName: string;
}

/** Does one action to any number of orders, by one call. A refusal that tells of each order is an outcome like another. */
export async function runBulk({ action, target, memberName }: BulkRun): Promise<BulkOutcome> {
  try {
    const { message, data } = await bulkActions[action].send(target, memberName, { idempotencyKey: newKey() });
    return outcomeOf(message, data);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const data = error.body?.data;
    // None was done: the refusal still says why, order by order.
    return isBulkResult(data) ? outcomeOf(error.message, data) : { ...outcomeOf(error.message), error };
  }
}

const outcomeOf = (message: string, { done, failed, actionId, jobId }: BulkResult = nothing): BulkOutcome => ({
  done,
  failed: new Map(failed.map((failure) => [failure.orderId, failure.message])),
  message,
  actionId,
  jobId: jobId ?? null,
  error: null,
});

const nothing: BulkResult = { done: [], failed: [], actionId: null };
