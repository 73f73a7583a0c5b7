import { type KeyboardEvent, useRef, useState } from 'react';

const step: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Keyboard handling for a toolbar with `count` buttons, which is one tab stop. Arrows, Home and End move the focus; a
 * digit presses the button with that number.
 */
export function useToolbarKeys(count: number) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, count - 1);
  const buttonAt = (index: number) => toolbar.current?.querySelectorAll('button')[index];

  const placeOf = (key: string): number | null => {
    if (key === 'Home') return 0;
    if (key === 'End') return count - 1;
    return key in step ? (current + step[key]! + count) % count : null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const numbered = /^[1-9]$/.test(event.key) ? buttonAt(Number(event.key) - 1) : undefined;
    const place = placeOf(event.key);
    if (!numbered && place === null) return;
    event.preventDefault();
    (numbered ?? buttonAt(place!))?.focus();
    if (!event.repeat) numbered?.click();
  };
  return { toolbar, current, setAt, onKeyDown };
}
