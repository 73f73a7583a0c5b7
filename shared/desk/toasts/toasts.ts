/** Telling what happened, and how toasts behave on a screen. `Toaster` draws them. A federated singleton. */
import { useLayoutEffect } from 'react';
import toast, { type ToastOptions } from 'react-hot-toast/headless';
import { create } from 'zustand';

/** How long a toast stays that leaves by itself. */
export const toastMs = 5_000;

export interface ToastAction {
  label: string;
  run: () => void;
  /** Its button stands only while this holds; without one, as long as the toast. */
  offered?: { subscribe: (changed: () => void) => () => void; holds: () => boolean };
}

interface ToastChoices {
  /** It takes the place of the toast with the same id. */
  id?: string;
  /** One button such as Undo; the toast leaves when it is pressed. */
  action?: ToastAction;
  /** More of them, after the first. */
  moreActions?: readonly ToastAction[];
  /** A second line, quieter. */
  detail?: string;
  /** Does not leave by itself, wherever it is told. Screens on which none does say so once: `useToastsStay`. */
  stays?: boolean;
  /** For how many milliseconds it stands, where what it offers holds for longer or shorter than a toast does. */
  lasts?: number;
}

/** What a toast carries beside react-hot-toast's own. */
export type DeskToastOptions = ToastOptions & ToastChoices;

/** A toast that takes another's place keeps what it is not given: none of the old one's buttons may stay. */
const options = (choices: ToastChoices): DeskToastOptions => ({
  action: undefined,
  moreActions: undefined,
  detail: undefined,
  stays: undefined,
  lasts: undefined,
  ...choices,
});

/** Something was done. Returns the toast's id. */
export function toastSuccess(message: string, choices: ToastChoices = {}): string {
  return toast.success(message, options(choices));
}

/** Something was not done, or not all of it. Returns the toast's id. */
export function toastError(message: string, choices: ToastChoices = {}): string {
  return toast.error(message, options(choices));
}

/** Nothing was done, and that is all right. Returns the toast's id. */
export function toastNote(message: string, choices: ToastChoices = {}): string {
  return toast(message, options(choices));
}

/** Something goes on, and the same `id` says how far it is; it stays until another toast takes its place. */
export function toastRunning(message: string, choices: ToastChoices & { id: string }): string {
  return toast.loading(message, options({ stays: true, ...choices }));
}

/** Lets a toast leave. */
export function dismissToast(id: string): void {
  toast.dismiss(id);
}

/** How many mounted screens ask for each behaviour: the next screen stands before the last one has gone. */
export const useToastBehaviour = create(() => ({ stay: 0, oneLine: 0 }));

/**
 * As long as the component that calls this is there, no toast leaves by itself, wherever it was told from; those that still
 * stand when it goes have their time from then on. For a screen, or for all of a remote in its `Frame`.
 */
export const useToastsStay = (): void => useBehaviour('stay');

/**
 * For as long as the screen stands, one toast shows at a time and keeps to one line, as high as the header that it lies on
 * (rules 24.3): below it the screen has what is pressed.
 */
export const useOneLineToasts = (): void => useBehaviour('oneLine');

function useBehaviour(name: 'stay' | 'oneLine') {
  useLayoutEffect(() => {
    const count = (change: 1 | -1) => useToastBehaviour.setState((asked) => ({ [name]: asked[name] + change }));
    count(1);
    return () => count(-1);
  }, [name]);
}
