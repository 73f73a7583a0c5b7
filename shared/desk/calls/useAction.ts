import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, type SendOptions } from '../../api/send.ts';
import { send } from '../session/send.ts';
import type { ActionOptions, Click } from './mutationCache.ts';
import { queryClient } from './queryClient.ts';

interface Action<C extends Call> {
  /** Does it. Resolves with the answer, or null when it was refused, given up, or is running already. Never rejects. */
  run: (input: CallInput<C>, files?: Click<C>['files']) => Promise<Answer<C> | null>;
  pending: boolean;
  /** Why the last run was refused; null while one runs and after one that was done. */
  error: CallError | null;
}

const retryAfter = 1_000;

/** Runs a changing call; the cache of mutations toasts what the server says of it. One click is one idempotency key. */
export function useAction<C extends Call>(call: C, options: ActionOptions<C> = {}): Action<C> {
  const { mutateAsync, isPending, error } = useMutation<Answer<C>, CallError, Click<C>>(
    {
      mutationKey: [call.path],
      mutationFn: ({ input, files, key }) => sendWithRetry(call, input, { ...files, idempotencyKey: key }),
      meta: { ...options },
    },
    queryClient,
  );
  const run: Action<C>['run'] = useCallback(
    async (input, files = {}) =>
      isRunning(call, input) ? null : mutateAsync({ input, files, key: newKey() }).catch(() => null),
    [call, mutateAsync],
  );
  return { run, pending: isPending, error: error instanceof CallError ? error : null };
}

/** A second click on the same thing while the first one runs. */
function isRunning(call: Call, input: unknown): boolean {
  const same = JSON.stringify(input);
  return (
    queryClient.isMutating({
      mutationKey: [call.path],
      predicate: ({ state }) => JSON.stringify((state.variables as Click<Call>).input) === same,
    }) > 0
  );
}

/** The call, and once more with the same key when no answer came. */
export async function sendWithRetry<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: SendOptions,
): Promise<Answer<C>> {
  try {
    return await send(call, input, options);
  } catch (error) {
    if (!(error instanceof CallError) || error.httpStatus !== 0 || !navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfter));
    return send(call, input, options);
  }
}

/** Unique also where `crypto.randomUUID` is missing: on a page that does not come over https or from localhost. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16)).join('-');
}
