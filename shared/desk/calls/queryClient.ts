import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, type SendOptions } from '../../api/client/send.ts';
import { orderCalls } from '../../api/orderCalls.ts';
import { dismissToast, toastError, toastSuccess, type ToastExtras } from '../toasts/toasts.ts';

export interface ActionOptions<C extends Call> {
  /** Toasts with the same id replace each other, so an old refusal does not stay next to a newer success. */
  toastId?: string;
  /** The toast's first words if the server fails or does not answer: 'Your reply was not sent'. */
  failureText?: (input: CallInput<C>) => string;
  /** Called before the toast. */
  onDone?: (answer: Answer<C>, input: CallInput<C>) => void;
  /** Return true if the page shows the error, to skip the toast. */
  onFailed?: (error: CallError, input: CallInput<C>) => boolean | void;
  /** Adds to or replaces the server's message; null for no toast. */
  toast?: (answer: Answer<C>, input: CallInput<C>) => (ToastExtras & { message?: string }) | null;
}

export interface ActionVariables<C extends Call> {
  input: CallInput<C>;
  files: Pick<SendOptions, 'files' | 'onUploadProgress' | 'signal'>;
  /** Reused on retries, so that the request takes effect only once. */
  key: string;
}

/** Toasts the outcome of every action; a mutation's `meta` holds its options. */
const mutationCache = new MutationCache({
  onSuccess: (data, variables, _context, { meta }) => {
    const { toastId, onDone, toast } = meta as ActionOptions<Call>;
    const answer = data as Answer<Call>;
    const { input } = variables as ActionVariables<Call>;
    onDone?.(answer, input);
    const options = toast ? toast(answer, input) : {};
    if (!options) return;
    const { message = answer.message, ...choices } = options;
    toastSuccess(message, { id: toastId, ...choices });
  },
  onError: (error, variables, _context, mutation) => {
    const { toastId, failureText, onFailed } = mutation.meta as ActionOptions<Call>;
    const { input, files } = variables as ActionVariables<Call>;
    if (files.signal?.aborted) return;
    // A bug in the page.
    if (!(error instanceof CallError)) return reportError(error);
    // An expired session has shown its own toast.
    if (onFailed?.(error, input) === true || error.httpStatus === 401) return;
    if (error.httpStatus > 0 && error.httpStatus < 500) return toastError(error.message, { id: toastId });
    const again = () => void mutation.execute(variables).catch(() => undefined);
    const what = failureText ? `${failureText(input)}. ` : '';
    toastError(what + error.message, { id: toastId, action: { label: 'Retry', run: again } });
  },
});

/** How long a prefetched answer stays fresh. If no screen uses it in that time, it is dropped. */
export const prefetchTtlMs = 20_000;

/** Toasts the errors of queries with a `meta.toastId`. A later success dismisses the toast. */
const queryCache = new QueryCache({
  onSuccess: (_answer, { meta }) => {
    if (meta?.toastId) dismissToast(String(meta.toastId));
  },
  onError: (error, { meta }) => {
    // An expired session has its own toast, and being offline has its own line.
    const isTold = error instanceof CallError && error.httpStatus === 401;
    if (meta?.toastId && !isTold && navigator.onLine) toastError(error.message, { id: String(meta.toastId) });
  },
});

// Render an answer in the task in which it arrives. By default React Query waits for the next task, so after `refetch`
// one frame would still show the old answer.
notifyManager.setScheduler(queueMicrotask);

/** The cache of server state, shared by shell and remotes. */
export const queryClient = new QueryClient({
  queryCache,
  mutationCache,
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      // Fail when offline instead of pausing silently, so that the member can retry. Refetch once online.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Retry once after a missing response; a refusal would only be repeated.
      retry: (failures, error) =>
        failures < 1 && error instanceof CallError && error.httpStatus === 0 && navigator.onLine,
    },
    // Do not keep sent data such as files and passwords.
    mutations: { networkMode: 'always', gcTime: 1_000 },
  },
});

/** Marks queries not on screen as stale after a change: the API would refuse the old order versions in their data. */
export function markInactiveStale(): void {
  void queryClient.cancelQueries({ type: 'inactive' });
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
}

const isOrder = ({ queryKey }: Query) => queryKey[1] === orderCalls.details.path;

/** Refetches the queries on screen. Restarts a first fetch in flight, which `invalidateQueries` alone would not do. */
export async function refetch(filters: QueryFilters = {}): Promise<void> {
  await queryClient.cancelQueries(filters);
  // Refetch orders first: a new status may mean that an order has no packs to fetch.
  await queryClient.invalidateQueries({ ...filters, predicate: isOrder });
  await queryClient.invalidateQueries({ ...filters, predicate: (query) => !isOrder(query) });
}
