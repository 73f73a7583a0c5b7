import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, newKey } from '../../api/client/send.ts';
import { sendWithRetry } from '../session/send.ts';
import { type ActionOptions, type ActionVariables, queryClient } from './queryClient.ts';

interface Action<C extends Call> {
  /** Resolves with the answer, or null if the call failed, was cancelled or is already running. Never rejects. */
  run: (input: CallInput<C>, files?: ActionVariables<C>['files']) => Promise<Answer<C> | null>;
  pending: boolean;
  /** The error of the last run; null during a run and after a success. */
  error: CallError | null;
}

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

/** Whether the call is already running with the same input. */
function isRunning(call: Call, input: unknown): boolean {
  const same = JSON.stringify(input);
  return (
    queryClient.isMutating({
      mutationKey: [call.path],
      predicate: ({ state }) => JSON.stringify((state.variables as ActionVariables<Call>).input) === same,
    }) > 0
  );
}
