import { matchPath, useLocation } from 'react-router-dom';
import { remoteNames, remoteRoutes } from 'shared/remote/remotes';
import { rightForPath } from 'shared/rules/adminMenu';
import { may } from 'shared/rules/permissions';
import { useSession } from 'shared/desk/session/session';
import { NotFound } from '../not-found/NotFound.tsx';
import { RemoteRoutes } from '../remote-wall/RemoteRoutes.tsx';
import { Forbidden } from './Forbidden.tsx';

/** Whatever lies below /admin: the remote whose route it is, if this member may open it. */
export function AdminScreens() {
  const { pathname } = useLocation();
  const role = useSession((session) => session.role);
  const owner = ownerOf(pathname);
  const right = rightForPath(pathname);

  if (!owner || !role) return <NotFound />;
  if (right && !may(role, right)) return <Forbidden needs={right} />;
  return <RemoteRoutes key={owner} name={owner} />;
}

const staffRemotes = remoteNames.filter((name) => name !== 'remote-customer');

function ownerOf(pathname: string) {
  return staffRemotes.find((name) => remoteRoutes[name].some((pattern) => matchPath(pattern, pathname)));
}
