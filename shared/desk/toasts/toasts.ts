/** Telling what happened, top right. `Toaster` draws it; it stands once on a page. */
import toast, { type ToastOptions } from 'react-hot-toast/headless';
import { idAt } from './toastPlaces.ts';

/** How long a toast stays that leaves by itself. */
export const toastMs = 5_000;

export interface ToastAction {
  label: string;
  run: () => void;
  /** Its button stands only while this holds; without one, as long as the toast. */
  offered?: { subscribe: (changed: () => void) => () => void; holds: () => boolean };
}

interface ToastChoices {
  /** Its place: it takes that of the toast which stands there. */
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
const options = ({ id, ...choices }: ToastChoices): DeskToastOptions => ({
  action: undefined,
  moreActions: undefined,
  detail: undefined,
  stays: undefined,
  lasts: undefined,
  ...choices,
  ...(id && { id: idAt(id) }),
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
