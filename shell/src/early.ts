/**
 * The page's first script, before the first paint: sets colour scheme and static frame (index.html), and preloads what the
 * address needs. A plain script without imports: what it knows stands in the page (webpack/early.js, api/http/pages.ts).
 */
{
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  type Remotes = import('shared/remote/registry').Remotes;
  const parsed = (read: () => string | null) => {
    try {
      return JSON.parse(read() ?? 'null');
    } catch {
      return null;
    }
  };
  const dataOf = (id: string) => parsed(() => document.getElementById(id)!.textContent) ?? {};
  const { sidebarHidden = false } = parsed(() => localStorage.preferences)?.state ?? {};
  const colorMode = parsed(() => JSON.stringify(localStorage['mui-mode'])) ?? 'system';
  const token = parsed(() => localStorage.user)?.accessToken;
  const role = parsed(() => atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))?.user?.type;
  const { files = {}, permissions = {}, kit = '' } = dataOf('early-data');
  const path = location.pathname.replace(/\/+$/, '');
  const inDesk = /^\/admin(\/|$)/.test(path);
  const signIn = !role && (!path || inDesk);

  // The route with the fewest parameters: `/admin/orders/new` before `/admin/orders/:id`. One for all other addresses is none.
  const [found] = Object.values((dataOf('remotes').remotes ?? {}) as Remotes)
    .flatMap(({ descriptor, ...rest }) => descriptor?.routes?.map((one) => ({ ...one, ...rest, ...descriptor })) ?? [])
    .filter((route) => new RegExp(`^${route.path.replace('*', '').replace(/:\w+/g, '[^/]+')}$`).test(path))
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length);
  const screen = !found?.needs || permissions[found.needs]?.includes(role) ? found : undefined;

  const isDark = colorMode === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : colorMode === 'dark';
  const frame = signIn ? 'sign-in' : screen?.menu?.count ? 'list' : inDesk ? 'desk' : 'none';
  Object.assign(document.documentElement.dataset, { theme: isDark ? 'dark' : 'light', frame, sidebarHidden });
  if (role && !path) location.replace(history.state?.usr?.from ?? '/admin');

  // A remote that was built for another kit brings its own.
  const shared = (screen && parseInt(screen.builtFor.kit) === parseInt(kit) && screen.start?.shared) || [];
  const parts = signIn ? ['sign-in'] : inDesk ? ['layout', path === '/admin' ? 'dashboard' : '', ...shared] : shared;
  const own = screen ? [screen.manifest, ...(screen.start?.scripts ?? []), ...(screen.start?.styles ?? [])] : [];
  for (const href of new Set([...parts.flatMap((part) => files[part] ?? []), ...own])) {
    const as = href.endsWith('.css') ? 'style' : href.endsWith('.json') ? 'fetch' : 'script';
    const crossOrigin = as === 'fetch' ? 'anonymous' : null;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, crossOrigin, href }));
  }
}
