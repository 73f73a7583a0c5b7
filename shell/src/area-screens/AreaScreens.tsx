import { Activity, useEffect } from 'react';
import { useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { forgetEarly } from 'shared/api/earlyAnswers';
import { useSession } from 'shared/desk';
import type { Area } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { Forbidden } from '../admin-routes/Forbidden.tsx';
import { NotFound } from '../not-found/NotFound.tsx';
import { useRemotes } from '../registry.ts';
import { RemoteArea } from '../remote-wall/RemoteArea.tsx';
import { ScreenPending } from '../remote-wall/ScreenPending.tsx';
import { ownerOf } from './ownerOf.ts';
import { RegistryWall } from './RegistryWall.tsx';
import type { AreaFound } from './screenLoader.ts';
import { StandingPlace } from './StandingPlace.tsx';
import { useKeptScreens } from './useKeptScreens.ts';
import { useReadAhead } from './useReadAhead.ts';
import { useSettled } from './useSettled.ts';

/** Milliseconds in which a screen that is drawn has made its first call. */
const untilTaken = 1_000;

/**
 * Whatever lies below /admin, or anywhere else for the public: the remote whose route it is, if this member may open it.
 * Mounted on a splat route (`*`) with `screenLoader`.
 */
export function AreaScreens({ area }: { area: Area }) {
  const found = useSettled(useLoaderData<AreaFound>().found);
  const { pathname } = useLocation();
  const remotes = useRemotes((known) => known.remotes);
  const role = useSession((session) => session.role);
  const { revalidate } = useRevalidator();
  useReadAhead(area, { when: found !== null });
  const needs = found?.owner?.route.needs;
  const mayOpen = !needs || may(role, needs);

  // Another tab signed in as somebody who may.
  const isLate = mayOpen && found?.owner && found.visit === null;
  useEffect(() => {
    if (isLate) void revalidate();
  }, [isLate, revalidate]);

  // What its screen did not take by now it will not take: asked for again, it must be new.
  useEffect(() => {
    if (!found) return;
    const timer = setTimeout(forgetEarly, untilTaken);
    return () => clearTimeout(timer);
  }, [found]);

  const owner = found?.owner && mayOpen ? found.owner : null;
  const visit = found?.owner ? found.visit : null;
  const { shown, kept } = useKeptScreens(owner && visit ? { owner, visit } : null);
  return (
    <>
      {[shown, kept].map(
        (placed) =>
          placed && (
            <Activity key={placed.id} mode={placed === shown ? 'visible' : 'hidden'}>
              <StandingPlace stands={placed !== shown}>
                <RemoteArea name={placed.owner.name} away={placed.owner.descriptor.away} visit={placed.visit} />
              </StandingPlace>
            </Activity>
          ),
      )}
      {!shown && instead()}
    </>
  );

  /** What stands there while no screen does. */
  function instead() {
    if (!found) return <ScreenPending title={ownerOf(remotes, area, pathname)?.route.title} />;
    if (!found.owner) return found.isRegistryAway ? <RegistryWall area={area} /> : <NotFound />;
    if (needs && !mayOpen) return <Forbidden needs={needs} />;
    return <ScreenPending title={found.owner.route.title} />;
  }
}
