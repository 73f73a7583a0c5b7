import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, type SendOptions } from '../../api/client/send.ts';
import { send } from '../session/send.ts';
import { type ActionOptions, type ActionVariables, queryClient } from './queryClient.ts';

interface Action<C extends Call> {
  /** Resolves with the answer, or null if it was refused, cancelled or already running. Never rejects. */
  run: (input: CallInput<C>, files?: ActionVariables<C>['files']) => Promise<Answer<C> | null>;
  pending: boolean;
  /** The last run's error; null while running and after a success. */
  error: CallError | null;
}

const retryAfter = 1_000;

/** Runs a call that changes data and toasts its outcome. Each click gets an idempotency key. */
export function useAction<C extends Call>(call: C, options: ActionOptions<C> = {}): Action<C> {
  const { mutateAsync, isPending, error } = useMutation<Answer<C>, CallError, ActionVariables<C>>(
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

/** Whether the same action is already running. */
function isRunning(call: Call, input: unknown): boolean {
  const same = JSON.stringify(input);
  return (
    queryClient.isMutating({
      mutationKey: [call.path],
      predicate: ({ state }) => JSON.stringify((state.variables as ActionVariables<Call>).input) === same,
    }) > 0
  );
}

/** Sends a call; without a response, sends it once more with the same key. */
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

/** `crypto.randomUUID` requires https or localhost. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16)).join('-');
}
