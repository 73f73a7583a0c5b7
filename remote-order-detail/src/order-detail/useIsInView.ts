import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in the window, enlarged by `rootMargin`. */
export function useIsInView(place: RefObject<Element | null>, rootMargin?: string): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => setIsInView(seen.at(-1)!.isIntersecting), { rootMargin });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [place, rootMargin]);
  return isInView;
}
