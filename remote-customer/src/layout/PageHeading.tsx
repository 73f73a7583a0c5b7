import { useEffect, useRef, type ReactNode } from 'react';
import { useShownOrder } from './shownOrder.ts';

let hasShownAPage = false;

/** A page's h1 and title. After a change of page it takes the focus; the first page leaves it where the browser has it. */
export function PageHeading({ children }: { children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { brand } = useShownOrder((shown) => shown.domain);

  useEffect(() => {
    if (hasShownAPage) heading.current?.focus({ preventScroll: true });
    if (hasShownAPage) window.scrollTo(0, 0);
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
