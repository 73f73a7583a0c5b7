import { useEffect, useRef } from 'react';
import { usePreferences } from './preferences.ts';

/**
 * Keys by what they are called: 'n', 'Shift+N', '?', '[', 'Escape', 'Enter', 'ArrowDown', or a sequence: 'g d'.
 * Returning false from one says that it did nothing, and the key keeps its own meaning.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void | boolean>>;

const sequenceWithin = 1_500;

/** What steps along a list goes on while its key is held; anything else is done once. */
const steps: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']);

/**
 * Keys for a screen, while it is shown and `enabled`. They work only outside fields, menus and dialogs, never with Ctrl,
 * Alt or Cmd; keys that type a character can be switched off by the person (WCAG 2.1.4). A held key acts once, but for J, K
 * and the arrows.
 */
export function useShortcuts(shortcuts: Shortcuts, { enabled = true } = {}) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!enabled) return;
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      clearTimeout(timer);
      first = '';
    };
    const act = (action: Shortcuts[string], event: KeyboardEvent) => {
      if (action(event) !== false) event.preventDefault();
    };
    // The second key of a sequence is taken before any screen sees it as a key of its own.
    const second = (event: KeyboardEvent) => {
      if (event.repeat) return;
      const action = first && !isOff(event) ? latest.current[`${first} ${nameOf(event)}`] : undefined;
      if (first && event.key !== 'Shift') forget();
      if (action) act(action, event);
    };
    const pressed = (event: KeyboardEvent) => {
      const key = nameOf(event);
      if (!key || isOff(event) || (event.repeat && !steps.has(key))) return;
      const action = latest.current[key];
      if (action) act(action, event);
      else if (Object.keys(latest.current).some((name) => name.startsWith(`${key} `))) {
        first = key;
        timer = setTimeout(forget, sequenceWithin);
      }
    };
    document.addEventListener('keydown', second, { capture: true });
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('keydown', second, { capture: true });
      document.removeEventListener('keydown', pressed);
      forget();
    };
  }, [enabled]);
}

function nameOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return null;
  if (event.key.length > 1) return event.shiftKey ? `Shift+${event.key}` : event.key;
  const letter = event.key.toLowerCase() !== event.key.toUpperCase();
  if (!letter) return event.key;
  return event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key.toLowerCase();
}

function isOff(event: KeyboardEvent): boolean {
  return isElsewhere(event) || (event.key.length === 1 && !usePreferences.getState().singleKeyShortcuts);
}

const fields = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

function isElsewhere({ target }: KeyboardEvent): boolean {
  return (target instanceof Element && target.closest(fields) !== null) || document.querySelector(layers) !== null;
}
