import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** The form being written in, or 'move' if the focus is on the moves and the comment form has text. */
type Writing = 'comment' | 'message' | 'move';

/** Where the member is typing, or null. While the member types, the header's button is outlined (rule 9.20). */
export const useFocusedForm = (): Writing | null => useSyncExternalStore(subscribe, focusedForm);

function focusedForm(): Writing | null {
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

/** Calls `refocus` if a change of `shown` has unmounted the focused element. */
export function useLostFocus(shown: boolean, refocus: () => void) {
  const before = useRef(shown);
  const onLost = useEffectEvent(refocus);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) onLost();
    before.current = shown;
  }, [shown]);
}

/** Ctrl Enter, or Cmd Enter on a Mac, with or without Shift. */
export const isCtrlEnter = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;

/** Moves the focus from a field to the heading, so that single-key shortcuts work again. */
export const focusHeading = () =>
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });

/** Focuses the primary button, or the heading if there is none or if Enter would refund or send a document. */
export function focusNextStep() {
  const next = document.querySelector<HTMLElement>(
    '[data-next-step]:not([data-next-step=refund], [data-next-step=send])',
  );
  if (next) next.focus({ preventScroll: true });
  else focusHeading();
}
