import { useLocation } from 'react-router-dom';
import { useSession } from 'shared/desk';
import type { Area } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { Forbidden } from '../admin-routes/Forbidden.tsx';
import { NotFound } from '../not-found/NotFound.tsx';
import { useRemotes } from '../registry.ts';
import { RemoteRoutes } from '../remote-wall/RemoteRoutes.tsx';
import { ScreenPending } from '../remote-wall/ScreenPending.tsx';
import { ownerOf } from './ownerOf.ts';
import { RegistryWall } from './RegistryWall.tsx';

/**
 * Whatever lies below /admin, or anywhere else for the public: the remote whose route it is, if this member may open it.
 * Mounted on a splat route (`*`).
 */
export function AreaScreens({ area }: { area: Area }) {
  const { pathname } = useLocation();
  const role = useSession((session) => session.role);
  const { remotes, from } = useRemotes();
  const owner = ownerOf(remotes, area, pathname);

  if (!owner && from === 'asking') return <ScreenPending />;
  // Nobody can say that there is no such screen.
  if (!owner && from === 'memory') return <RegistryWall area={area} />;
  if (!owner) return <NotFound />;
  const { name, descriptor, route } = owner;
  if (route.needs && !may(role, route.needs)) return <Forbidden needs={route.needs} />;
  return <RemoteRoutes key={name} name={name} title={route.title} away={descriptor.away} />;
}
