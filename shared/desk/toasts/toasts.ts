/** Toasts, and how they behave on a screen. A federated singleton. */
import { useLayoutEffect } from 'react';
import toast, { type ToastOptions } from 'react-hot-toast/headless';
import { create } from 'zustand';

export const toastMs = 5_000;

export interface ToastAction {
  label: string;
  /** Shown on the button, except on phones. */
  shortcut?: string | undefined;
  run: () => void;
  /** When to show the button. */
  offered?: Condition;
}

interface Condition {
  subscribe: (changed: () => void) => () => void;
  holds: () => boolean;
}

export interface ToastExtras {
  /** Replaces the toast with the same id. */
  id?: string;
  /** One button, such as Undo; pressing it dismisses the toast. */
  action?: ToastAction;
  moreActions?: readonly ToastAction[];
  /** A second line in a quieter style. */
  detail?: string;
  /** The effect of a key, shown below the text while `offered` holds. Phones hide it. */
  keyHint?: { text: string; offered: Condition } | undefined;
  /** Keeps this toast until it is dismissed. To keep all toasts of a screen, use `usePersistentToasts`. */
  persistent?: boolean;
  /** Default: `toastMs`. */
  durationMs?: number;
}

export type DeskToastOptions = ToastOptions & ToastExtras;

/** Resets the options not in `choices`: otherwise a replacing toast would keep the old toast's buttons. */
const options = (choices: ToastExtras): DeskToastOptions => ({
  action: undefined,
  moreActions: undefined,
  detail: undefined,
  keyHint: undefined,
  persistent: undefined,
  durationMs: undefined,
  ...choices,
});

/** Returns the toast's id. */
export function toastSuccess(message: string, choices: ToastExtras = {}): string {
  return toast.success(message, options(choices));
}

export function toastError(message: string, choices: ToastExtras = {}): string {
  return toast.error(message, options(choices));
}

/** Shows a neutral toast, neither a success nor an error. */
export function toastInfo(message: string, choices: ToastExtras = {}): string {
  return toast(message, options(choices));
}

const dismissOffline = () => dismissToast('offline');

/** Shown after a click or key press that needs the server, because the offline line is easy to miss. */
export function toastOffline(): void {
  toastInfo('You are offline. Try again when you’re back online.', { id: 'offline' });
  window.addEventListener('online', dismissOffline, { once: true });
}

/** Shows progress, updated by calls with the same `id`. Stays until another toast replaces it. */
export function toastRunning(message: string, choices: ToastExtras & { id: string }): string {
  return toast.loading(message, options({ persistent: true, ...choices }));
}

export function dismissToast(id: string): void {
  toast.dismiss(id);
}

/** How many mounted screens keep their toasts. */
export const useToastKeepers = create(() => 0);

/** Keeps up to three toasts, without a timeout, while the calling component is mounted. */
export function usePersistentToasts(): void {
  useLayoutEffect(() => {
    useToastKeepers.setState((count) => count + 1, true);
    return () => useToastKeepers.setState((count) => count - 1, true);
  }, []);
}
