/**
 * Scrolls to a section or a row of the order by its anchor, and gives the focus to its heading, or to the row itself, which
 * marks it. Answers whether there is such a place.
 */
export function focusPlace(anchor: string): boolean {
  const place = document.getElementById(anchor);
  if (!place) return false;
  const heading = place.querySelector('h2');
  place.scrollIntoView({ block: heading ? 'start' : 'center' });
  const focused = heading ?? place;
  focused.setAttribute('tabindex', '-1');
  focused.focus({ preventScroll: true });
  return true;
}
