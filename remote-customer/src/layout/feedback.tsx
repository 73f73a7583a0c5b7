import { type ComponentProps, useEffect } from 'react';
import * as toasts from 'shared/desk';
import { Note, useDelayed, useOnline } from 'shared/kit/base';
import controls from './controls.module.css';

const longMs = 10_000;

/** Offers Try again once a response takes over `longMs`. `retry` must replace the pending request (rule 16.48). */
export function SlowNote({ retry }: { retry: () => void }) {
  const isLong = useDelayed(true, longMs);
  if (!isLong) return null;
  return (
    <Note kind="info" role="status">
      <p>This is taking longer than usual. We are still waiting.</p>
      <button type="button" className={controls.link} onClick={retry}>
        Try again
      </button>
    </Note>
  );
}

/** Submits its form. Disabled while offline, with the reason. */
export function SubmitButton({ pending, ...rest }: ComponentProps<'button'> & { pending: boolean }) {
  const online = useOnline();
  return (
    <>
      <button
        type="submit"
        className={`${controls.filled} ${controls.submit}`}
        aria-disabled={pending}
        disabled={!online}
        {...rest}
      />
      {!online && <p className={controls.below}>You are offline. What you typed is kept.</p>}
    </>
  );
}

/** Calls `callback` when online again, to remove errors caused by being offline. */
export function useOnReconnect(callback: () => void) {
  useEffect(() => {
    window.addEventListener('online', callback);
    return () => window.removeEventListener('online', callback);
  }, [callback]);
}

let shown: string | undefined;

/**
 * Shows one toast at a time, until closed (rule 16.20). Each toast has a new id, because the previous one may still be
 * fading out.
 */
function show(toast: typeof toasts.toastError, message: string): string {
  dismissToast();
  return (shown = toast(message, { persistent: true }));
}

export const toastError = (message: string) => show(toasts.toastError, message);
export function dismissToast() {
  if (shown) toasts.dismissToast(shown);
}

/** A success toast closes at the next click, because the page has moved on by then. */
export function toastSuccess(message: string) {
  const id = show(toasts.toastSuccess, message);
  window.addEventListener('click', () => toasts.dismissToast(id), { once: true });
}
