import { Fragment, lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import type { RemoteContract, RemoteRoute } from 'shared/remote/remoteContract';
import { IncompatibleRemote } from 'shared/remote/remoteContract';
import { loadRemote } from '../loadRemote.ts';
import { NotFound } from '../not-found/NotFound.tsx';
import { RemoteDidNotLoad } from './failure.ts';

export type Screens = LazyExoticComponent<ComponentType>;

/** The remote's screens, loaded when they are first rendered. A new lazy each time: `React.lazy` keeps a rejection for ever. */
export function makeScreens(name: string): Screens {
  return lazy(async () => ({ default: screensOf(await orDidNotLoad(loadRemote(name))) }));
}

/**
 * Loads the remote again, from the registry on, with the screen that `pathname` (relative to the remote's mount) shows,
 * and gives its screens once they are sure to render; rejects as loading does.
 */
export async function reloadScreens(name: string, pathname: string): Promise<Screens> {
  const remote = await orDidNotLoad(loadRemote(name, { refresh: true }));
  const routes = remote.routes.map((route): RouteObject & { load: RemoteRoute['load'] } => ({
    path: route.path,
    load: route.load,
  }));
  const match = matchRoutes(routes, pathname)?.at(-1)?.route;
  if (match) await orDidNotLoad(match.load());
  return lazy(async () => ({ default: screensOf(remote) }));
}

/** One component that routes among the remote's screens, inside its frame. */
function screensOf({ routes, Frame = Fragment }: RemoteContract): ComponentType {
  const screens = new Map<RemoteRoute['load'], LazyExoticComponent<ComponentType<object>>>();
  const table: RouteObject[] = routes.map(({ path, load, props }) => {
    const Screen = screens.get(load) ?? lazyScreen(load);
    screens.set(load, Screen);
    // Keyed by its route: going from one folder's list to another's begins anew, nothing of the last one is left.
    return { path, element: <Screen key={path} {...props} /> };
  });
  table.push({ path: '*', element: <NotFound /> });

  return function RemoteScreens() {
    return <Frame>{useRoutes(table)}</Frame>;
  };
}

function lazyScreen(load: RemoteRoute['load']) {
  return lazy(async () => ({ default: (await orDidNotLoad(load())) as ComponentType<object> }));
}

async function orDidNotLoad<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof IncompatibleRemote) throw error;
    throw new RemoteDidNotLoad(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
