import { useEffect, useRef, useState, type FocusEvent } from 'react';

/**
 * Whether the mouse or the focus is in a region. What is taken out of it while it has them (a toast that leaves) takes
 * them along without an event, so both are read again whenever `content` is another.
 */
export function useHeld(content: unknown) {
  const region = useRef<HTMLElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const element = region.current!;
    setHovered((was) => was && element.matches(':hover'));
    setFocused(element.contains(document.activeElement));
  }, [content]);
  useEffect(() => {
    if (!hovered) return;
    // A browser may take the region for hovered until the mouse moves, and then say nothing to it.
    const elsewhere = ({ target }: Event) => setHovered(region.current!.contains(target as Node));
    document.addEventListener('mouseover', elsewhere);
    return () => document.removeEventListener('mouseover', elsewhere);
  }, [hovered]);

  return {
    held: hovered || focused,
    region: {
      ref: region,
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
