import { useEffect, useMemo, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { useSession } from 'shared/desk';
import type { Area, DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { Forbidden } from '../BlankPage.tsx';
import { useRemotes } from '../registry.ts';
import { loadScreen, type LoadedScreen } from './loadScreen.ts';
import { RemoteWall, ScreenPending } from './RemoteWall.tsx';

/** The loader data of a remote's route. */
export interface ScreenData {
  /** Null if the member lacks the permission, or if `late` is set. */
  screen: LoadedScreen | null;
  /** A screen that the router has stopped waiting for. */
  late?: Promise<LoadedScreen>;
}

interface RemoteScreenProps {
  name: string;
  descriptor: RemoteDescriptor;
  route: DescribedRoute;
}

export function RemoteScreen({ name, descriptor: { area, away }, route }: RemoteScreenProps) {
  const data = useLoaderData<ScreenData>();
  const { screen, failure } = useLateScreen(data);
  const role = useSession((session) => session.role);
  const memberId = useSession(({ user }) => user?.id);
  const { revalidate } = useRevalidator();
  const mayOpen = !route.needs || may(role, route.needs);
  usePrefetchScreens(area, { when: screen !== null });

  // A member with the permission may have signed in meanwhile, in another tab.
  const isMissing = mayOpen && !data.screen && !data.late;
  useEffect(() => {
    if (isMissing) void revalidate();
  }, [isMissing, revalidate]);

  // Memoised, so that router updates do not render the screen again. Another list or member gives it a new key, which
  // resets it.
  const rendered = useMemo(() => {
    if (!screen) return null;
    const { Frame, Screen, props } = screen;
    return (
      <Frame>
        <Screen key={`${route.path} ${memberId}`} {...props} />
      </Frame>
    );
  }, [screen, route.path, memberId]);

  if (route.needs && !mayOpen) return <Forbidden needs={route.needs} />;
  if (failure) return <RemoteWall name={name} path={route.path} away={away} error={failure.error} />;
  return rendered ?? <ScreenPending heading={area === 'staff' ? route.title : undefined} />;
}

/** Waits for `late` without Suspense, which would show a fallback for at least 300 ms. */
function useLateScreen(data: ScreenData) {
  const [settled, setSettled] = useState<{
    data: ScreenData;
    screen: LoadedScreen | null;
    failure?: { error: unknown };
  }>();
  useEffect(() => {
    data.late?.then(
      (screen) => setSettled({ data, screen }),
      (error: unknown) => setSettled({ data, screen: null, failure: { error } }),
    );
  }, [data]);
  return settled?.data === data ? settled : { screen: data.screen, failure: undefined };
}

/** When the browser is idle, prefetches each remote's first screen marked `readAhead`. */
function usePrefetchScreens(area: Area, { when }: { when: boolean }) {
  const remotes = useRemotes((known) => known.remotes);
  const role = useSession((session) => session.role);
  useEffect(() => {
    if (!when) return;
    const stop = onceIdle(() => {
      for (const [name, { descriptor }] of Object.entries(remotes)) {
        if (descriptor.area !== area) continue;
        const ahead = descriptor.routes.find(({ readAhead, needs }) => readAhead && (!needs || may(role, needs)));
        // Ignore errors: opening the screen tries again.
        if (ahead) loadScreen(name, ahead.path).catch(() => undefined);
      }
    });
    return stop;
  }, [when, area, remotes, role]);
}

/** Falls back on a timer in Safari, which has no `requestIdleCallback`. */
function onceIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
