import { useEffect } from 'react';
import { dismissToast, toastError, toastSuccess, type CallError } from 'shared/desk';

/** What a summary knows of its newest load. */
export interface Loaded {
  data: { message: string } | undefined;
  error: CallError | null;
  isFetching: boolean;
  /** When the last load came, and when the last one failed, in ms. */
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

const place = 'summary';

/**
 * Tells how each load ended, in the server's words (rules 15.7). It stays until it is closed, the next load takes its
 * place, or the screen is left.
 */
export function useLoadToast({ data, error, isFetching, dataUpdatedAt, errorUpdatedAt }: Loaded): void {
  useEffect(() => {
    if (isFetching) return;
    // A dead session has had its toast.
    if (error && error.httpStatus !== 401) toastError(error.message, { id: place });
    else if (!error && data) toastSuccess(data.message, { id: place });
    // Once a load: what came is read when it has ended.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFetching, dataUpdatedAt, errorUpdatedAt]);
  useEffect(() => () => dismissToast(place), []);
}
