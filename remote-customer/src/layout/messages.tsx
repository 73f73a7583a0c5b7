import * as toasts from 'shared/desk';
import { Note, useAfter } from 'shared/kit/base';
import controls from './controls.module.css';

const longMs = 10_000;

/** Shows while an answer takes long. The client has no time-out; another try replaces this one (rules 16.48). */
export function SlowNote({ retry }: { retry: () => void }) {
  const isLong = useAfter(true, longMs);
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

/** Toasts of the customer's pages stay until they are closed (rules 16.20); a newer one replaces an older. */
const staying = { id: 'customer', stays: true };

export const toastSuccess = (message: string) => toasts.toastSuccess(message, staying);
export const toastError = (message: string) => toasts.toastError(message, staying);
