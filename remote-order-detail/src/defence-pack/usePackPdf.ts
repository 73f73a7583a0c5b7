import { useEffect, useRef, useState } from 'react';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { useAction, type CallError } from 'shared/desk';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { refreshOrder } from '../order-detail/useOrder.ts';

/** A PDF stays in the browser for so many milliseconds: who looks at it may still want to save it. */
const keptFor = 60 * 60_000;

export interface PackPdf {
  /** Has it made, and opens it in a new window. */
  open: () => void;
  cancel: () => void;
  pending: boolean;
  /** Why it was not made. */
  error: CallError | null;
  /** It is made, and the browser let no window open: the way to it. */
  blocked: string | null;
}

/**
 * The PDF of a pack. That it was made is in the order's history from then on, so the order is read anew. It is cancelled
 * when the dialog closes.
 */
export function usePackPdf(orderId: string, defencePackType: DefencePackType, shown: boolean): PackPdf {
  const [blocked, setBlocked] = useState<string | null>(null);
  const underway = useRef<AbortController | null>(null);
  // Not the action's own: it is of the pack that was open then, and leaves with it.
  const [error, setError] = useState<CallError | null>(null);
  const { run, pending } = useAction(defencePackCalls.packPdf, {
    toast: () => null,
    onFailed: (failure) => {
      setError(failure);
      return true;
    },
  });
  const cancel = () => underway.current?.abort();

  useEffect(() => {
    if (!shown) return;
    return () => {
      underway.current?.abort();
      setBlocked(null);
      setError(null);
    };
  }, [shown]);

  const open = async () => {
    if (pending) return;
    setBlocked(null);
    setError(null);
    underway.current = new AbortController();
    const made = await run({ orderId, defencePackType }, { signal: underway.current.signal });
    if (!made) return;
    const address = URL.createObjectURL(made.data);
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
    if (!window.open(address, '_blank')) setBlocked(address);
    await refreshOrder(orderId);
  };

  return { open: () => void open(), cancel, pending, error, blocked };
}
