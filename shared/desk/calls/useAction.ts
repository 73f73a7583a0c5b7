import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, type SendOptions } from '../../api/send.ts';
import { send } from '../session/send.ts';
import { toastError, toastSuccess, type ToastAction } from '../toasts/toasts.ts';

type Files = Pick<SendOptions, 'files' | 'onUploadProgress' | 'signal'>;

interface UseActionOptions<C extends Call> {
  /** The place of its toasts: each takes that of the one before, so that no old refusal stands beside what was done since. */
  place?: string;
  /** After it was done, before the toast. */
  onDone?: (answer: Answer<C>, input: CallInput<C>) => void;
  /** After it was refused. True: said in the page, so no toast. */
  onFailed?: (error: CallError, input: CallInput<C>) => boolean | void;
  /** What the success toast says beside or instead of the server's message; null: no toast. */
  toast?: (answer: Answer<C>, input: CallInput<C>) => SuccessToast | null;
}

interface SuccessToast {
  id?: string;
  message?: string;
  detail?: string;
  action?: ToastAction;
  moreActions?: readonly ToastAction[];
  /** For how many milliseconds it stands, where that is not as long as every other. */
  lasts?: number;
  /** Done in part: the toast is an alert. */
  partly?: boolean;
}

interface Action<C extends Call> {
  /** Does it. Resolves with the answer, or null when it was refused or is running already. Never rejects. */
  run: (input: CallInput<C>, files?: Files) => Promise<Answer<C> | null>;
  pending: boolean;
  /** Why the last run was refused; null while one runs and after one that was done. */
  error: CallError | null;
}

const retryAfter = 1_000;

/**
 * Runs a changing call, and toasts what the server says of it. One click is one idempotency key, kept over its retries,
 * so that a request whose answer was lost does nothing twice.
 */
export function useAction<C extends Call>(call: C, options: UseActionOptions<C> = {}): Action<C> {
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<CallError | null>(null);
  const running = useRef(new Set<string>());
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const run = useCallback(
    async (input: CallInput<C>, files: Files = {}, key: string = newKey()): Promise<Answer<C> | null> => {
      // A second click on the same thing while the first one runs.
      const same = JSON.stringify(input);
      if (running.current.has(same)) return null;
      running.current.add(same);
      setPending((count) => count + 1);
      setError(null);
      const again = () => void run(input, files, key);
      try {
        const answer = await sendWithRetry(call, input, { ...files, idempotencyKey: key });
        latest.current.onDone?.(answer, input);
        const { toast, place } = latest.current;
        succeed(answer, toast ? toast(answer, input) : {}, place);
        return answer;
      } catch (failure) {
        if (failure instanceof CallError) {
          setError(failure);
          if (latest.current.onFailed?.(failure, input) !== true) fail(failure, again, latest.current.place);
        } else if (!files.signal?.aborted) throw failure;
        return null;
      } finally {
        running.current.delete(same);
        setPending((count) => count - 1);
      }
    },
    [call],
  );
  return { run, pending: pending > 0, error };
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

function succeed(answer: { message: string }, toast: SuccessToast | null, place?: string) {
  if (!toast) return;
  const { message = answer.message, partly, ...choices } = toast;
  (partly ? toastError : toastSuccess)(message, { id: place, ...choices });
}

function fail(error: CallError, again: () => void, place?: string) {
  // A dead session has had its toast.
  if (error.httpStatus === 401) return;
  toastError(error.message, { id: place, ...(error.httpStatus === 0 && { action: { label: 'Retry', run: again } }) });
}

/** Unique also where `crypto.randomUUID` is missing: on a page that does not come over https or from localhost. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16)).join('-');
}
