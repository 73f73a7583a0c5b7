import { createContext, useContext, useRef, type ReactNode, type RefObject } from 'react';

/** The route whose heading took the focus last, by its key. */
export const FocusedRoute = createContext<RefObject<string | null> | null>(null);

/** Stands around all screens: by it one that mounts twice for a route (loading, then ready) takes the focus once. */
export function HeadingFocus({ children }: { children: ReactNode }) {
  const around = useContext(FocusedRoute);
  const own = useRef<string | null>(null);
  return <FocusedRoute value={around ?? own}>{children}</FocusedRoute>;
}
