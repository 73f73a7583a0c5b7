import { useSyncExternalStore } from 'react';

/** The forms for texts, by the name of their `<form>`. */
type WrittenForm = 'comment' | 'message' | 'move';

/** The form in which the member writes: its button is the page's filled one (rules 9.20). 'move': about to move with a comment. */
export const useWriting = (): WrittenForm | null => useSyncExternalStore(subscribe, focusedForm);

function focusedForm(): WrittenForm | null {
  const focused = document.activeElement;
  const form = focused?.closest('form');
  const name = form?.getAttribute('name');
  if (focused?.closest('[data-moves]')) return form?.querySelector('textarea')?.value.trim() ? 'move' : null;
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
