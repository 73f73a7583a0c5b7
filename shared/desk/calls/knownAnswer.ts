import type { Query, QueryMeta } from '@tanstack/react-query';
import type { Call } from '../../api/call.ts';
import { getAddress } from '../../api/callAddress.ts';
import { addressKey } from '../../api/earlyAnswers.ts';
import { queryClient } from './queryClient.ts';

/** How a query is found by what it asked for; only where an answer is shown for a while without asking again. */
interface AnswerMeta extends QueryMeta {
  addressKey: string;
  /** Milliseconds. */
  freshFor: number;
}

/** Of a query whose answer is shown for `freshFor` milliseconds without asking again. */
export const answerMeta = (call: Call, input: Record<string, unknown>, freshFor: number): AnswerMeta => ({
  addressKey: addressKey(getAddress(call, input)),
  freshFor,
});

/**
 * What this desk has of the answer at an address of the API: resolves once it is there. Null when nobody has asked for it,
 * or so long ago that its screen will ask anew. Never rejects: what failed is told where it is shown.
 */
export function knownAnswer(address: string): Promise<unknown> | null {
  const key = addressKey(address);
  const query = queryClient
    .getQueryCache()
    .getAll()
    .find(({ meta }) => (meta as AnswerMeta | undefined)?.addressKey === key);
  if (!query) return null;
  if (!query.isStaleByTime((query.meta as AnswerMeta).freshFor)) return Promise.resolve();
  return query.state.fetchStatus === 'fetching' ? answerOf(query) : null;
}

/** Whose answers somebody waits for who has no screen for them yet. */
const awaited = new Set<Query>();

/** Whether a screen that is on its way will want this answer. */
export const isAwaited = (query: Query): boolean => awaited.has(query);

async function answerOf(query: Query): Promise<void> {
  awaited.add(query);
  await query.promise?.catch(() => undefined);
  awaited.delete(query);
}
