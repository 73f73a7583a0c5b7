import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in the window, enlarged by `rootMargin`. */
export function useIsInView(place: RefObject<Element | null>, rootMargin = '0px'): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver((seen) => setIsInView(seen.at(-1)!.isIntersecting), { rootMargin });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place, rootMargin]);
  return isInView;
}
