/**
 * The page's first script, which runs before the first paint: sets the colour scheme and the static frame, and preloads
 * files for the URL. A plain script without imports; the page contains its data (webpack/early.js).
 */
{
  // oxlint-disable-next-line typescript/consistent-type-imports
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
  const { files = {}, permissions = {} } = dataOf('early-data');
  const hashes = dataOf('integrity');
  const path = location.pathname.replace(/\/+$/, '');
  const inDesk = /^\/admin(\/|$)/.test(path);
  const signIn = !role && (!path || inDesk);

  // Prefer the route with fewer parameters: `/admin/orders/new` before `/admin/orders/:id`. Ignore the catch-all.
  const [found] = Object.values((dataOf('remotes').remotes ?? {}) as Remotes)
    .flatMap(({ descriptor, ...rest }) => descriptor?.routes?.map((one) => ({ ...one, ...rest, ...descriptor })) ?? [])
    .filter((route) => new RegExp(`^${route.path.replace('*', '').replace(/:\w+/g, '[^/]+')}$`).test(path))
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length);
  const screen = !found?.needs || permissions[found.needs]?.includes(role) ? found : undefined;

  const isDark = colorMode === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : colorMode === 'dark';
  const frame = signIn ? 'sign-in' : screen?.menu?.count ? 'list' : inDesk ? 'desk' : 'none';
  Object.assign(document.documentElement.dataset, { theme: isDark ? 'dark' : 'light', frame, sidebarHidden });
  if (role && !path) location.replace(history.state?.usr?.from ?? '/admin');

  const { shared = [], scripts = [], styles = [] } = screen?.start ?? {};
  const parts = signIn ? ['sign-in'] : inDesk ? ['layout', path === '/admin' ? 'dashboard' : '', ...shared] : shared;
  for (const href of new Set([...parts.flatMap((part) => files[part] ?? []), ...scripts, ...styles])) {
    const as = href.endsWith('.css') ? 'style' : 'script';
    // The browser uses a preload only for a request with the same hash.
    const integrity = hashes[href] ?? screen?.integrity?.[href.replace(/^\/remotes\/[^/]+\/[^/]+\//, '')] ?? '';
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'preload', as, integrity, href }));
  }
}
