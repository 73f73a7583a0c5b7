import { keepPreviousData, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { getAddress } from '../../api/callAddress.ts';
import { takeArrived } from '../../api/earlyAnswers.ts';
import { readAnswer } from '../../api/readAnswer.ts';
import type { CallError } from '../../api/send.ts';
import { answerMeta } from './knownAnswer.ts';
import { queryClient } from './queryClient.ts';
import { send } from '../session/send.ts';
import { useSession } from '../session/session.ts';

interface UseCallOptions {
  /** Where the answer is kept: one of `queryKeys`. */
  key: QueryKey;
  /** False: not now. */
  enabled?: boolean;
  /** Keeps the last answer on screen while the next one loads (a list's pages). On by default. */
  keepPrevious?: boolean;
  /** Asks again after so many milliseconds, for as long as it is shown. */
  refetchInterval?: number | false;
  /** An answer that is younger than so many milliseconds is shown without asking again. */
  freshFor?: number;
}

/**
 * Reads one call of the contract, and reads it anew when `key` changes. What nobody waits for any more is cancelled.
 * `data` is the whole answer: `data.data`, and what stands beside it (`data.total`). The cache is the shared one.
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  { key, enabled = true, keepPrevious = true, refetchInterval = false, freshFor = 0 }: UseCallOptions,
): UseQueryResult<Answer<C>, CallError> {
  const [cameEarly] = useState(() => enabled && takeFirstAnswer(call, input, key));
  return useQuery<Answer<C>, CallError>(
    {
      // Of this screen's mount alone: another key asks by being stale.
      ...(cameEarly && { refetchOnMount: false }),
      queryKey: key,
      queryFn: ({ signal }) => send(call, input, { signal }),
      enabled,
      refetchInterval,
      staleTime: freshFor,
      ...(freshFor > 0 && { meta: answerMeta(call, input as Record<string, unknown>, freshFor) }),
      ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    },
    queryClient,
  );
}

/**
 * Puts the answer that was asked for before this screen was there (`askEarly`) into the cache, if it has come: then the
 * screen is drawn with it from the start, and does not ask. What is no success is asked for anew, and told as every other.
 *
 * @returns whether it has come
 */
function takeFirstAnswer<C extends Call>(call: C, input: CallInput<C>, key: QueryKey): boolean {
  if (call.method !== 'GET' || queryClient.getQueryData(key) !== undefined) return false;
  const address = getAddress(call, input as Record<string, unknown>);
  const body = takeArrived(address, { token: useSession.getState().accessToken });
  if (body === undefined) return false;
  try {
    queryClient.setQueryData(key, readAnswer(call, body));
    return true;
  } catch {
    return false;
  }
}
