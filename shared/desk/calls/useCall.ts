import { keepPreviousData, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import type { CallError } from '../../api/send.ts';
import { queryClient } from './queryClient.ts';
import { send } from '../session/send.ts';

interface UseCallOptions {
  /** Where the answer is kept: one of `queryKeys`. */
  key: QueryKey;
  /** False: not now. */
  enabled?: boolean;
  /** Keeps the last answer on screen while the next one loads (a list's pages). On by default. */
  keepPrevious?: boolean;
  /** Asks again after so many milliseconds, for as long as it is shown. */
  refetchInterval?: number | false;
}

/**
 * Reads one call of the contract, and reads it anew when `key` changes. What nobody waits for any more is cancelled.
 * `data` is the whole answer: `data.data`, and what stands beside it (`data.total`). The cache is the shared one.
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  { key, enabled = true, keepPrevious = true, refetchInterval = false }: UseCallOptions,
): UseQueryResult<Answer<C>, CallError> {
  return useQuery<Answer<C>, CallError>(
    {
      queryKey: key,
      queryFn: ({ signal }) => send(call, input, { signal }),
      enabled,
      refetchInterval,
      ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    },
    queryClient,
  );
}
