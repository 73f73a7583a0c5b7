import { Fragment, memo, type ComponentType } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import { IncompatibleRemote, type RemoteContract, type RemoteRoute } from 'shared/remote/remoteContract';
import { loadRemote } from '../loadRemote.ts';
import { NotFound } from '../not-found/NotFound.tsx';
import { RemoteDidNotLoad } from './failure.ts';

/** A remote that is loaded. */
export interface RemoteScreens {
  /** Loads the screen at a place, relative to the remote's mount; what is no place of its needs nothing. */
  load: (place: string) => Promise<void>;
  /** Routes among those of its screens that are loaded, inside its frame. */
  Screens: ComponentType;
}

/** Each remote from its first load on, for the next visit to one of its routes. What failed is taken out. */
const kept = new Map<string, Promise<RemoteScreens>>();

/**
 * The remote's screens once the one at `place` is sure to render. `refresh` begins with the registry. Rejects with
 * `RemoteDidNotLoad` or `IncompatibleRemote`; the next call tries anew.
 */
export async function screensOf(name: string, place: string, { refresh = false } = {}): Promise<RemoteScreens> {
  const loading = (!refresh && kept.get(name)) || screensFrom(loadRemote(name, { refresh }));
  kept.set(name, loading);
  try {
    const remote = await loading;
    await remote.load(place);
    return remote;
  } catch (error) {
    if (kept.get(name) === loading) kept.delete(name);
    if (error instanceof IncompatibleRemote) throw error;
    throw new RemoteDidNotLoad(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A remote whose screen threw is loaded anew at the next visit. */
export function forgetScreens(name?: string) {
  if (name) kept.delete(name);
  else kept.clear();
}

async function screensFrom(loading: Promise<RemoteContract>): Promise<RemoteScreens> {
  const { routes, Frame = Fragment } = await loading;
  const loaded = new Map<RemoteRoute['load'], ComponentType<object>>();
  const table: RouteObject[] = [
    // Keyed by its route: going from one folder's list to another's begins anew, nothing of the last one is left.
    ...routes.map(({ path, load, props }) => ({
      path,
      element: <Loaded key={path} screen={() => loaded.get(load)} props={props} />,
    })),
    { path: '*', element: <NotFound /> },
  ];
  return {
    load: async (place) => {
      const matched = matchRoutes(
        routes.map(({ path, load }) => ({ path, load })),
        place,
      );
      const load = matched?.at(-1)?.route.load;
      if (load && !loaded.has(load)) loaded.set(load, (await load()) as ComponentType<object>);
    },
    // Drawn anew by what it reads itself, such as the address: the router tells what stands around it of each step.
    Screens: memo(function RemoteScreens() {
      return <Frame>{useRoutes(table)}</Frame>;
    }),
  };
}

function Loaded({ screen, props }: { screen: () => ComponentType<object> | undefined; props: object | undefined }) {
  const Screen = screen();
  // A blank page says nothing; the wall does, and tries again.
  if (!Screen) throw new RemoteDidNotLoad('This screen was shown before it was loaded');
  return <Screen {...props} />;
}
