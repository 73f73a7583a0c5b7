/** Toasts the outcome of every action. */
import { MutationCache } from '@tanstack/react-query';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, type SendOptions } from '../../api/send.ts';
import { toastError, toastSuccess, type ToastAction } from '../toasts/toasts.ts';

export interface ActionOptions<C extends Call> {
  /** The place of its toasts: each takes that of the one before, so no old refusal stays next to a newer success. */
  place?: string;
  /** After it was done, before the toast. */
  onDone?: (answer: Answer<C>, input: CallInput<C>) => void;
  /** After it was refused. True: said in the page, so no toast. */
  onFailed?: (error: CallError, input: CallInput<C>) => boolean | void;
  /** The success toast: more than the server's message, or instead of it; null: no toast. */
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

/** The variables of a mutation. */
export interface Click<C extends Call> {
  input: CallInput<C>;
  files: Pick<SendOptions, 'files' | 'onUploadProgress' | 'signal'>;
  /** Kept over its retries, so that a request whose answer was lost does nothing twice. */
  key: string;
}

/** Each mutation has the options of its action as its `meta`. */
export const mutationCache = new MutationCache({
  onSuccess: (data, variables, _context, { meta }) => {
    const { place, onDone, toast } = meta as ActionOptions<Call>;
    const answer = data as Answer<Call>;
    const { input } = variables as Click<Call>;
    onDone?.(answer, input);
    const told = toast ? toast(answer, input) : {};
    if (!told) return;
    const { message = answer.message, partly, ...choices } = told;
    (partly ? toastError : toastSuccess)(message, { id: place, ...choices });
  },
  onError: (error, variables, _context, mutation) => {
    const { place, onFailed } = mutation.meta as ActionOptions<Call>;
    const { input, files } = variables as Click<Call>;
    if (files.signal?.aborted) return;
    // A fault of the page’s own.
    if (!(error instanceof CallError)) return reportError(error);
    // A dead session has had its toast.
    if (onFailed?.(error, input) === true || error.httpStatus === 401) return;
    const again = () => void mutation.execute(variables).catch(() => undefined);
    toastError(error.message, {
      id: place,
      ...(error.httpStatus === 0 && { action: { label: 'Retry', run: again } }),
    });
  },
});
