import { type ComponentProps, useEffect } from 'react';
import * as toasts from 'shared/desk';
import { Note, useDelayed, useOnline } from 'shared/kit/base';
import controls from './controls.module.css';

const longMs = 10_000;

/** Shown while a response is slow. The client has no timeout; retrying cancels the request (rules 16.48). */
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

/** Submits its form. While offline it waits, and says so. */
export function SubmitButton({ pending, ...rest }: ComponentProps<'button'> & { pending: boolean }) {
  const online = useOnline();
  return (
    <>
      <button type="submit" aria-disabled={pending} disabled={!online} {...rest} />
      {!online && <p className={controls.below}>You are offline. What you typed is kept.</p>}
    </>
  );
}

/** Called when the connection is back: what failed without it is no longer so. */
export function useBackOnline(back: () => void) {
  useEffect(() => {
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [back]);
}

/** Toasts stay until closed (rules 16.20); a new one replaces the last. */
const staying = { id: 'customer', persistent: true };

export const toastSuccess = (message: string) => toasts.toastSuccess(message, staying);
export const toastError = (message: string) => toasts.toastError(message, staying);
export const dismissToast = () => toasts.dismissToast(staying.id);
