import type { ComponentType } from 'react';
import { useParams, useRevalidator } from 'react-router-dom';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { forgetScreens, screensOf } from './remoteScreens.tsx';
import { RemoteWall } from './RemoteWall.tsx';
import type { Away } from './wallTexts.ts';

/** What came of loading a remote's screen; a new one for each try. */
export type RemoteVisit = { Screens: ComponentType } | { error: unknown };

/**
 * The area of one remote, on a splat route (`*`). A remote that is dead, slow, incompatible or throws costs its own area
 * only: a wall stands there, and everything around it works on.
 */
export function RemoteArea({ name, away, visit }: { name: string; away: Away; visit: RemoteVisit }) {
  const place = `/${useParams()['*'] ?? ''}`;
  const { revalidate } = useRevalidator();

  const retry = async () => {
    await screensOf(name, place, { refresh: true });
    await revalidate();
  };

  const wall = (error: unknown) => <RemoteWall name={name} away={away} error={error} retry={retry} />;
  return (
    <RemoteBoundary visit={visit} onCatch={() => forgetScreens(name)} wall={wall}>
      {'error' in visit ? wall(visit.error) : <visit.Screens />}
    </RemoteBoundary>
  );
}
