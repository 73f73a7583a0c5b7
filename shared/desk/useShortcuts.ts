import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from './preferences.ts';

/**
 * Keys such as 'n', 'Shift+N', '?', '[', 'Escape', 'ArrowDown', or a sequence: 'g d'. A handler that returns false
 * leaves the key to the browser.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void | boolean>>;

const sequenceWithin = 1_500;

/** Keys that repeat while held. */
const steps: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']);

/**
 * Keyboard shortcuts of a mounted screen. Ignored in fields, menus and dialogs, and with Ctrl, Alt or Cmd. Members can
 * switch character keys off (WCAG 2.1.4). Shortcuts for all screens are `global`: a screen's own key overrides them.
 */
export function useShortcuts(shortcuts: Shortcuts, { enabled = true, global = false } = {}) {
  const latest = useEffectEvent(() => shortcuts);
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
    // Handle a sequence's second key before the screens' own shortcuts.
    const second = (event: KeyboardEvent) => {
      if (event.repeat) return;
      const action = first && !isOff(event) ? latest()[`${first} ${nameOf(event)}`] : undefined;
      if (first && event.key !== 'Shift') forget();
      if (action) act(action, event);
    };
    const pressed = (event: KeyboardEvent) => {
      const key = nameOf(event);
      if (!key || isOff(event) || (event.repeat && !steps.has(key))) return;
      const action = latest()[key];
      if (action) act(action, event);
      else if (Object.keys(latest()).some((name) => name.startsWith(`${key} `))) {
        first = key;
        timer = setTimeout(forget, sequenceWithin);
      }
    };
    // Key events reach the document first, so a screen's shortcuts run before the global ones.
    const target: GlobalEventHandlers = global ? window : document;
    document.addEventListener('keydown', second, { capture: true });
    target.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('keydown', second, { capture: true });
      target.removeEventListener('keydown', pressed);
      forget();
    };
  }, [enabled, global]);
}

const typedAheadId = 'typed-ahead';

/** Collects typed letters until the next screen's search takes them over, so that none acts as a shortcut. */
export function typeAhead() {
  const field = document.createElement('input');
  field.id = typedAheadId;
  field.ariaLabel = 'Search';
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0' });
  // The search, or the heading of an error, has taken the focus, so this field is no longer needed.
  field.onblur = () => setTimeout(() => field.remove());
  document.body.append(field);
  field.focus();
}

/** Returns the text typed since `typeAhead`. */
export function takeTypedAhead(): string {
  const field = document.getElementById(typedAheadId);
  return field instanceof HTMLInputElement ? field.value : '';
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

/** Whether a field or an open layer takes the key. A layer that is fading out has lost the focus and takes no keys. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(`${fields}, ${layers}`) !== null || target.querySelector(layers) !== null;
}
