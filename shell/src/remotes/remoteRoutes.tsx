/** The remotes' screens as routes of the shell's router, made from the registry. */
import { useEffect } from 'react';
import {
  useLoaderData,
  useRevalidator,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom';
import { readAhead, useSession } from 'shared/desk';
import { calledFirst, firstInput } from 'shared/remote/firstCall';
import type { Area, DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { NotFound, RoutingError } from '../blank/BlankPage.tsx';
import { useRemotes } from '../registry.ts';
import { loadScreen } from './loadScreen.ts';
import { RemoteScreen, ScreenPending, type ScreenData } from './RemoteScreen.tsx';
import { RegistryWall, RemoteWall } from './RemoteWall.tsx';

/** Milliseconds that the router waits for a screen while the previous one stays. */
const maxWait = 300;

/** Milliseconds that a loaded screen waits for its first answer, so that it renders once. */
const maxWaitForAnswer = 50;

/** The routes of an area: the shell's own, among which the remotes' are added, and one for every other address. */
export const screensOf = (area: Area, ...own: RouteObject[]): RouteObject[] => [
  { id: area, ErrorBoundary: RoutingError, children: own },
  {
    path: '*',
    loader: askedRegistry,
    element: <UnknownAddress />,
    errorElement: <RegistryWall area={area} />,
  },
];

/**
 * Adds the screens of the remotes that the registry names. The router asks for them at each address that matches no route
 * or one with parameters, and skips those that it has: a remote that is published later appears without a reload.
 */
export const addScreens: PatchRoutesOnNavigationFunction = ({ patch }) => {
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
    // Not `lazy`, which the router never calls again after a failure.
    loader: (args) => loadFor(name, route, args),
    shouldRevalidate,
    element: <RemoteScreen name={name} descriptor={descriptor} route={route} />,
    errorElement: <RemoteWall key={route.path} name={name} path={route.path} away={descriptor.away} />,
  };
}

/** Another page of a list is the same screen. The same address again is a retry. */
const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

/** Loads a screen, and asks for its first answer at the same time. Loads nothing for a member without the right. */
async function loadFor(name: string, route: DescribedRoute, { request, params }: LoaderFunctionArgs) {
  const { role, user } = useSession.getState();
  if (route.needs && !may(role, route.needs)) return { screen: null } satisfies ScreenData;
  const asked = { params, search: new URL(request.url).searchParams, memberName: user?.name };
  const input = route.firstCall && firstInput(route.firstCall, asked);
  const answer = input && readAhead(calledFirst(route.firstCall!), input);
  const loading = loadScreen(name, route.path).then(async (screen) => {
    if (answer) await Promise.race([answer, elapsed(maxWaitForAnswer)]);
    return screen;
  });
  const screen = await Promise.race([loading, elapsed(maxWait)]);
  return (screen ? { screen } : { screen, late: loading }) satisfies ScreenData;
}

const elapsed = (milliseconds: number) => new Promise<null>((due) => setTimeout(() => due(null), milliseconds));

/** Where the registry comes from, by which no route has the address. */
function askedRegistry() {
  const { from } = useRemotes.getState();
  if (from === 'memory') throw new Error('The registry did not arrive');
  return from;
}

/** An address that no screen has, as far as the registry is known. Waits for a registry that has not arrived. */
function UnknownAddress() {
  const asked = useLoaderData<ReturnType<typeof askedRegistry>>();
  const from = useRemotes((known) => known.from);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (asked !== from) void revalidate();
  }, [asked, from, revalidate]);
  return asked === 'asking' ? <ScreenPending /> : <NotFound />;
}
