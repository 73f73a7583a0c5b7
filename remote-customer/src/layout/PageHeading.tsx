import { useEffect, useRef, type ReactNode } from 'react';
import { useShownOrder } from './shownOrder.ts';

let hasShownAPage = false;

/** Whether somebody is at a letter: what comes meanwhile leaves the page where it is. */
const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;

/**
 * A page's h1 and title. After a change of page it takes the focus, unless somebody types; the first page leaves it where
 * the browser has it.
 */
export function PageHeading({ children }: { children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { brand } = useShownOrder((shown) => shown.domain);

  useEffect(() => {
    if (hasShownAPage && !isTyping()) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    hasShownAPage = true;
  }, []);

  useEffect(() => {
    document.title = `${children} · ${brand}`;
  }, [children, brand]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
