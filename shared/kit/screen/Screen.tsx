import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { isSearchAsked } from '../../rules/listPagination.ts';
import classes from './Screen.module.css';

export const productTitle = 'New Zealand Travel Declaration';

interface ScreenProps {
  title: string;
  count?: number | string | null;
  /** Shown before the heading: a link back. */
  lead?: ReactNode;
  /** Placed next to the title, because toasts cover the right side. */
  actions?: ReactNode;
  /** For a placeholder: its heading does not take the focus, because the screen that replaces it will. */
  isPending?: boolean;
  children: ReactNode;
}

/** A screen's title, count and actions. After a route change, focuses the heading, unless the search takes focus. */
export function Screen({ title, count, lead, actions, isPending = false, children }: ScreenProps) {
  const isSearching = isSearchAsked(useLocation().state);
  const heading = useScreenHeading(productTitle, { takesFocus: !isSearching && !isPending });
  return (
    <>
      <div className={classes.head}>
        {lead}
        <div className={classes.name}>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {count !== undefined && (
            <span className={classes.count}>{typeof count === 'number' ? count.toLocaleString('en-US') : count}</span>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** For screens with their own header: sets the document title (rule 1.11) and returns the ref of the `h1` to focus. */
export function useScreenHeading(documentTitle: string = productTitle, { takesFocus = true } = {}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const focused = useContext(FocusedRoute);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  useEffect(() => {
    if (!takesFocus) return;
    // On the first page ('default'), keep the browser's focus. A screen that mounts twice for one route (loading, then
    // ready) takes the focus again only if the focus was lost.
    if (key === 'default' || (key === focused?.current && document.activeElement !== document.body)) return;
    if (focused) focused.current = key;
    heading.current?.focus({ preventScroll: true });
    // A new page number or search does not change the screen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
  return heading;
}

/** The location key of the route whose heading was focused last. */
const FocusedRoute = createContext<RefObject<string | null> | null>(null);

/** Wraps all screens, to focus a heading once per route. */
export function HeadingFocus({ children }: { children: ReactNode }) {
  const around = useContext(FocusedRoute);
  const own = useRef<string | null>(null);
  return <FocusedRoute value={around ?? own}>{children}</FocusedRoute>;
}
