import {
  keepPreviousData,
  type Query,
  useQuery,
  type UseQueryResult,
  queryOptions as typedOptions,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { checkAnswer, type CallError } from '../../api/client/send.ts';
import { definedEntries } from '../../api/client/callUrl.ts';
import { orderCalls } from '../../api/orderCalls.ts';
import type { FolderName } from '../../rules/folders.ts';
import { send } from '../session/send.ts';
import { prefetchTtlMs, queryClient } from './queryClient.ts';

/** Options of the query. Times are in milliseconds. */
interface UseCallOptions {
  enabled?: boolean;
  refetchInterval?: number | false;
  /** Whether to refetch when the page becomes visible. Off by default. */
  refetchOnWindowFocus?: (query: Pick<Query, 'isStaleByTime'>) => boolean;
  staleTime?: number;
  /** Keeps the last answer on screen while the next one loads (a list's pages). On by default. */
  keepPrevious?: boolean;
  /** For a prefetched call: uses its answer without fetching again while it is fresh (`prefetchTtlMs`). */
  isPrefetched?: boolean;
}

/**
 * Fetches a call's answer, and again when its input changes. Cancels requests that no screen needs. `data` is the whole
 * answer: `data.data`, `data.total` and so on.
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  { keepPrevious = true, isPrefetched = false, ...options }: UseCallOptions = {},
): UseQueryResult<Answer<C>, CallError> {
  const query = useQuery<Answer<C>, CallError>(
    {
      ...queryOptions(call, input),
      ...options,
      ...(isPrefetched && { refetchOnMount: (read) => read.isStaleByTime(prefetchTtlMs) }),
      ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    },
    queryClient,
  );
  // The shell prefetches without a schema, so the answer is checked here. `select` would also check placeholder data,
  // which may be another call's answer: a list's, before its search.
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

/** The first part of a query key, by which queries are selected for a refetch. */
type Subject = FolderName | 'order' | 'desk';

/** Path → folder, for calls that are about one folder but do not name it in their input. */
const folderOfPath: Readonly<Record<string, FolderName | undefined>> = {
  '/admin/get-future-months': 'futureOrder',
  '/admin/disputes': 'chargeBack',
};

function subjectOf(path: string, { orderName, folderName, orderId }: Record<string, string>): Subject {
  const folder = (orderName ?? folderName) as FolderName | undefined;
  return folder ?? folderOfPath[path] ?? (orderId ? 'order' : 'desk');
}

/**
 * The query of a call, with the key `[subject, path, input]`. Values are strings, as in a URL, so that the shell can
 * prefetch a screen's first call under the same key.
 */
export function queryOptions<C extends Call>(call: C, input: CallInput<C>) {
  const parameters = definedEntries(input as Record<string, unknown>).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const texts = Object.fromEntries(parameters);
  return typedOptions<Answer<C>, CallError>({
    queryKey: [subjectOf(call.path, texts), call.path, texts],
    queryFn: ({ signal }) => send(call, input, { signal }),
  });
}

/** Prefetches a call for a screen. Never rejects: the screen shows the error. */
export const prefetchCall = <C extends Call>(call: C, input: CallInput<C>): Promise<void> =>
  queryClient.prefetchQuery({
    ...queryOptions(call, input),
    staleTime: prefetchTtlMs,
    gcTime: prefetchTtlMs,
    meta: { isAhead: true },
  });

export const orderRowKey = (orderId: string) => ['order', 'row', orderId] as const;

const restMs = 80;

/**
 * Prefetches an order once the mouse or the list's keyboard cursor has rested on it for 80 ms; null cancels. Call the
 * hook once for the mouse and once for the cursor.
 */
export function useHoverPrefetch(): (orderId: string | null) => void {
  const rest = useRef<{ orderId: string | null; timer?: ReturnType<typeof setTimeout> }>({ orderId: null });
  const on = useCallback((orderId: string | null) => {
    if (orderId === rest.current.orderId) return;
    clearTimeout(rest.current.timer);
    rest.current = { orderId };
    if (orderId) rest.current.timer = setTimeout(() => void prefetchCall(orderCalls.details, { orderId }), restMs);
  }, []);
  useEffect(() => () => on(null), [on]);
  return on;
}
