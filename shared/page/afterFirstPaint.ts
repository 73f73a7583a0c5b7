/**
 * Calls `begin` once the page's own HTML is whole and has been seen: scripts that begin before hold that up, by most of a
 * second on a phone. Does not wait where nobody looks at the page, and never long: nothing may ever be drawn.
 */
export function afterFirstPaint(begin: () => void) {
  let begun = false;
  const beginOnce = () => {
    if (!begun) begin();
    begun = true;
  };
  const whenWhole = () => {
    if (document.hidden) return beginOnce();
    // First: whatever the browser makes of the rest, the page begins.
    setTimeout(beginOnce, longestWait);
    new PerformanceObserver((drawn) => {
      if (drawn.getEntriesByName('first-contentful-paint').length) beginOnce();
    }).observe({ type: 'paint', buffered: true });
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', whenWhole, { once: true });
  else whenWhole();
}

/** Milliseconds after the HTML. */
const longestWait = 1_000;
