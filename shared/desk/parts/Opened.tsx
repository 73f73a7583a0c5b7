import { useEffect, type ReactNode } from 'react';
import { toastError } from '../toasts/toasts.ts';
import { usePart } from './usePart.ts';

interface OpenedProps<Part> {
  /** The same each time. */
  load: () => Promise<Part>;
  open: boolean;
  /** It did not come: whoever opened it takes that back, so that it can be pressed again. */
  onFailed: () => void;
  children: (part: Part, open: boolean) => ReactNode;
}

/**
 * A dialog whose script comes when it is opened for the first time. One that does not come says so, and leaves the page as it
 * stands: React's `lazy` would throw to the wall around the page, and never ask again.
 */
export function Opened<Part>({ load, open, onFailed, children }: OpenedProps<Part>) {
  const { part, failed, retry } = usePart(load, open);
  useEffect(() => {
    if (!failed) return;
    toastError('This could not be opened. Check your connection, then press again.', { id: 'not-opened' });
    onFailed();
    retry();
  }, [failed, onFailed, retry]);
  return part && children(part, open);
}
