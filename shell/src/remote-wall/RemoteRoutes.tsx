import { Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { RemoteWall } from './RemoteWall.tsx';
import { ScreenPending } from './ScreenPending.tsx';
import { keptScreens, screensFor } from './keptScreens.ts';
import { reloadScreens } from './remoteScreens.tsx';
import type { Away } from './wallTexts.ts';

interface RemoteRoutesProps {
  name: string;
  /** Of the screen that was asked for. */
  title: string;
  away: Away;
}

/**
 * The routes of one remote, loaded on the first of them. Mounted on a splat route (`*`). A remote that is dead, slow,
 * incompatible or throws costs its own area only: a wall stands there, and everything around it works on.
 */
export function RemoteRoutes({ name, title, away }: RemoteRoutesProps) {
  const { pathname } = useLocation();
  const place = `/${useParams()['*'] ?? ''}`;
  const [{ Screens, attempt }, setLoaded] = useState(() => ({ Screens: screensFor(name), attempt: 0 }));
  const [failedAt, setFailedAt] = useState<string | null>(null);

  // Going to another page of a remote that failed is a try as well.
  if (failedAt !== null && failedAt !== pathname) {
    setFailedAt(null);
    setLoaded({ Screens: screensFor(name), attempt: attempt + 1 });
  }

  const failed = () => {
    keptScreens.delete(name);
    setFailedAt(pathname);
  };

  const retry = async () => {
    const reloaded = await reloadScreens(name, place);
    keptScreens.set(name, reloaded);
    setFailedAt(null);
    setLoaded({ Screens: reloaded, attempt: attempt + 1 });
  };

  return (
    <RemoteBoundary
      key={attempt}
      onCatch={failed}
      wall={(error) => <RemoteWall name={name} away={away} error={error} retry={retry} />}
    >
      <Suspense fallback={<ScreenPending title={title} />}>
        <Screens />
      </Suspense>
    </RemoteBoundary>
  );
}
