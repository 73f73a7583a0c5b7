import { matchRoutes } from 'react-router-dom';
import type { Remotes } from 'shared/remote/registry';
import type { Area, DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';

export interface Owner {
  name: string;
  descriptor: RemoteDescriptor;
  route: DescribedRoute;
  /** Of the route, at this address. */
  params: Readonly<Record<string, string | undefined>>;
}

/** The remote whose screen stands at an address, and the route there; of many that fit, the one that says it most exactly. */
export function ownerOf(remotes: Remotes, area: Area, pathname: string): Owner | null {
  const routes = Object.entries(remotes)
    .filter(([, { descriptor }]) => descriptor.area === area)
    .flatMap(([name, { descriptor }]) =>
      descriptor.routes.map((route) => ({ path: route.path, owner: { name, descriptor, route } })),
    );
  const match = matchRoutes(routes, pathname)?.at(-1);
  return match ? { ...match.route.owner, params: match.params } : null;
}
