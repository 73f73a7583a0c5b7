/**
 * The parameters of a route's pattern (`/admin/view-order/:orderId`) at an address; null when it is another's. The router's
 * own `matchPath` would bring all of the router into the page.
 */
export function matchAddress(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = pathname.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[at]!);
    else if (part !== given[at]) return null;
  }
  return params;
}
