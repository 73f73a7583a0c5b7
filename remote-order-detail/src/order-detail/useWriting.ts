import { useSyncExternalStore } from 'react';

/** The forms for texts, by the name of their `<form>`. */
type WrittenForm = 'comment' | 'message';

/** The form in which the member writes. Its button is then the page's filled one (rules 9.20). */
export const useWriting = (): WrittenForm | null => useSyncExternalStore(subscribe, focusedForm);

function focusedForm(): WrittenForm | null {
  const focused = document.activeElement;
  // The moves are part of the comment form, but their next step is a move.
  if (focused?.closest('[data-moves]')) return null;
  const name = focused?.closest('form')?.getAttribute('name');
  return name === 'comment' || name === 'message' ? name : null;
}

function subscribe(changed: () => void) {
  document.addEventListener('focusin', changed);
  document.addEventListener('focusout', changed);
  return () => {
    document.removeEventListener('focusin', changed);
    document.removeEventListener('focusout', changed);
  };
}
