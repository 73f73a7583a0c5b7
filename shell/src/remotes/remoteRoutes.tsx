import { useEffect, useMemo, useState } from 'react';
import {
  useLoaderData,
  useRevalidator,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { prefetchCall, useSession } from 'shared/desk';
import { firstCallDefinition, firstCallInput } from 'shared/remote/firstCall';
import type { Area, DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { Forbidden, NotFound, RoutingError } from '../BlankPage.tsx';
import { useRemotes } from '../registry.ts';
import { loadScreen, type LoadedScreen } from './loadScreen.ts';
import { RegistryError, RemoteWall, ScreenPending } from './RemoteWall.tsx';

/** How long the router keeps the previous screen while the next one loads. */
const maxScreenWaitMs = 300;

/** How long a loaded screen waits for its first data, so that it renders only once. */
const maxDataWaitMs = 50;

/** The routes of an area: the shell's own, those of the remotes, and a catch-all. */
export const areaRoutes = (area: Area, ...own: RouteObject[]): RouteObject[] => [
  { id: area, ErrorBoundary: RoutingError, children: own },
  {
    path: '*',
    loader: registrySource,
    element: <UnknownAddress />,
    errorElement: <RegistryError area={area} />,
  },
];

/**
 * Adds the routes of the remotes' screens. The router calls this for URLs that are unknown or have parameters, and skips
 * routes that it already has. So a remote published later appears without a reload.
 */
export const addRemoteRoutes: PatchRoutesOnNavigationFunction = ({ patch }) => {
  for (const [name, { descriptor }] of Object.entries(useRemotes.getState().remotes)) {
    patch(
      descriptor.area,
      descriptor.routes.map((route) => screenRoute(name, descriptor, route)),
    );
  }
};

function screenRoute(name: string, descriptor: RemoteDescriptor, route: DescribedRoute): RouteObject {
  return {
    path: route.path,
    // Not `lazy`: the router does not retry a failed `lazy`.
    loader: (args) => loadRoute(name, route, args),
    shouldRevalidate,
    element: <RemoteScreen name={name} descriptor={descriptor} route={route} />,
    errorElement: <RemoteWall key={route.path} name={name} path={route.path} away={descriptor.away} />,
  };
}

/** Another page of a list does not load the screen again. Navigating to the same URL does, as a retry. */
const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

/** The loader data of a remote's route. */
interface ScreenData {
  /** Null if the member lacks the permission, or if `late` is set. */
  screen: LoadedScreen | null;
  /** A screen that the router has stopped waiting for. */
  late?: Promise<LoadedScreen>;
}

/** Loads a screen and prefetches its first call; loads nothing if the member lacks the permission. */
async function loadRoute(name: string, route: DescribedRoute, { request, params }: LoaderFunctionArgs) {
  const { role, user } = useSession.getState();
  if (route.needs && !may(role, route.needs)) return { screen: null } satisfies ScreenData;
  const location = { params, search: new URL(request.url).searchParams, memberName: user?.name };
  const input = route.firstCall && firstCallInput(route.firstCall, location);
  const answer = input && prefetchCall(firstCallDefinition(route.firstCall!), input);
  const loading = loadScreen(name, route.path).then(async (screen) => {
    if (answer) await Promise.race([answer, delay(maxDataWaitMs)]);
    return screen;
  });
  const screen = await Promise.race([loading, delay(maxScreenWaitMs)]);
  return (screen ? { screen } : { screen, late: loading }) satisfies ScreenData;
}

const delay = (milliseconds: number) => new Promise<null>((due) => setTimeout(() => due(null), milliseconds));

interface RemoteScreenProps {
  name: string;
  descriptor: RemoteDescriptor;
  route: DescribedRoute;
}

function RemoteScreen({ name, descriptor: { area, away }, route }: RemoteScreenProps) {
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

/** The loader for URLs without a route: returns where the registry came from, or throws if it did not load. */
function registrySource() {
  const { from } = useRemotes.getState();
  if (from === 'memory') throw new Error('The registry could not be loaded');
  return from;
}

/** Shows Not found for an unknown URL, once the registry has loaded. */
function UnknownAddress() {
  const loadedFrom = useLoaderData<ReturnType<typeof registrySource>>();
  const from = useRemotes((known) => known.from);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (loadedFrom !== from) void revalidate();
  }, [loadedFrom, from, revalidate]);
  return loadedFrom === 'asking' ? <ScreenPending /> : <NotFound />;
}
