import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { checkAnswer, type CallError } from '../../api/send.ts';
import { aheadMs, queryClient } from './queryClient.ts';
import { queryOptions } from './queryOptions.ts';

interface UseCallOptions {
  /** False: not now. */
  enabled?: boolean;
  /** Keeps the last answer on screen while the next one loads (a list's pages). On by default. */
  keepPrevious?: boolean;
  /** Asks again after so many milliseconds, for as long as it is shown. */
  refetchInterval?: number | false;
  /** A first call of a descriptor, or one that is read ahead: the screen begins with that answer and does not ask again. */
  isReadAhead?: boolean;
  /** An answer that is younger than so many milliseconds is shown without asking again. */
  freshFor?: number;
}

/**
 * Reads one call of the contract, and reads it again when its input changes. A request that no screen waits for is cancelled.
 * `data` is the whole answer, with `data.data` and further keys such as `data.total`.
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  {
    enabled = true,
    keepPrevious = true,
    refetchInterval = false,
    isReadAhead = false,
    freshFor = 0,
  }: UseCallOptions = {},
): UseQueryResult<Answer<C>, CallError> {
  const query = useQuery<Answer<C>, CallError>(
    {
      ...queryOptions(call, input),
      enabled,
      refetchInterval,
      staleTime: freshFor,
      ...(isReadAhead && { refetchOnMount: (read) => read.isStaleByTime(aheadMs) }),
      ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    },
    queryClient,
  );
  // The shell reads first calls ahead and does not know what they promise.
  const answer = query.isPlaceholderData ? undefined : query.data;
  const error = useMemo(() => answer && faultOf(call, answer), [call, answer]);
  return error ? ({ ...query, data: undefined, error } as UseQueryResult<Answer<C>, CallError>) : query;
}

function faultOf(call: Call, answer: unknown): CallError | undefined {
  try {
    checkAnswer(call, answer);
  } catch (error) {
    return error as CallError;
  }
}
