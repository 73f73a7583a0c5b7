import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import classes from './Screen.module.css';

export const productTitle = 'New Zealand Travel Declaration';

interface ScreenProps {
  /** The heading, and what a screen reader hears first after a route change. */
  title: string;
  /** How many there are, beside the heading; null: not known yet, so its place stays empty. */
  count?: number | string | null;
  /** Before the heading: the way back from a screen that lies in another. */
  lead?: ReactNode;
  /** Buttons, directly beside the title: the right of the top belongs to toasts. */
  actions?: ReactNode;
  /** The page's title in the browser, when it is not the product's (rules 1.11). */
  documentTitle?: string;
  children: ReactNode;
}

/** A screen's frame: document title, heading, count and actions. After a route change the heading takes the focus. */
export function Screen({ title, count, lead, actions, documentTitle = productTitle, children }: ScreenProps) {
  const heading = useScreenHeading(documentTitle);
  return (
    <>
      <div className={classes.head}>
        {lead}
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {count !== undefined && (
          <span className={classes.count}>{typeof count === 'number' ? count.toLocaleString('en-US') : count}</span>
        )}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** For screens with a head of their own: sets the document title, and gives the ref of the `h1` that takes the focus. */
export function useScreenHeading(documentTitle: string = productTitle) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const focused = useContext(FocusedRoute);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  useEffect(() => {
    // 'default' is the page as it was opened: the browser's own place of focus is right there. A screen that mounts
    // twice for one route (loading, then ready) takes the focus once, and again if it went with the heading that had it.
    if (key === 'default' || (key === focused?.current && document.activeElement !== document.body)) return;
    if (focused) focused.current = key;
    heading.current?.focus({ preventScroll: true });
    // A new page number or search is the same screen: the focus stays where the person works.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
  return heading;
}

/** The route whose heading took the focus last, by its key. */
const FocusedRoute = createContext<RefObject<string | null> | null>(null);

/** Stands around all screens: by it one that mounts twice for a route (loading, then ready) takes the focus once. */
export function HeadingFocus({ children }: { children: ReactNode }) {
  const around = useContext(FocusedRoute);
  const own = useRef<string | null>(null);
  return <FocusedRoute value={around ?? own}>{children}</FocusedRoute>;
}
