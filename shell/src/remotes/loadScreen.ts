import { Fragment, type ComponentType, type ReactNode } from 'react';
import { IncompatibleRemote, type RemoteContract } from 'shared/remote/remoteContract';
import { loadRemote } from '../loadRemote.ts';

/** A screen of a remote, ready to render. */
export interface LoadedScreen {
  /** Stands around each of the remote's screens. */
  Frame: ComponentType<{ children: ReactNode }>;
  Screen: ComponentType<object>;
  props: object | undefined;
}

/** A remote, or the chunk of one of its screens, did not arrive. */
export class RemoteDidNotLoad extends Error {
  override name = 'RemoteDidNotLoad';
}

/** Each remote from its first load on. A load that failed is taken out. */
const remotes = new Map<string, Promise<RemoteContract>>();

/**
 * Loads the screen at a path of the remote's descriptor. `refresh` begins with the registry. Rejects with `RemoteDidNotLoad`
 * or `IncompatibleRemote`; the next call tries again.
 */
export async function loadScreen(name: string, path: string, { refresh = false } = {}): Promise<LoadedScreen> {
  const loading = (!refresh && remotes.get(name)) || loadRemote(name, { refresh });
  remotes.set(name, loading);
  try {
    const { routes, Frame = Fragment } = await loading;
    // A remote exposes its paths relative to /admin/ or to /.
    const relative = path.replace(/^\/(admin\/)?/, '');
    const route = routes.find((exposed) => exposed.path === relative);
    if (!route) throw new IncompatibleRemote(`${name} exposes no ${relative}`);
    return { Frame, Screen: (await route.load()) as ComponentType<object>, props: route.props };
  } catch (error) {
    if (remotes.get(name) === loading) remotes.delete(name);
    if (error instanceof IncompatibleRemote) throw error;
    throw new RemoteDidNotLoad(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** For tests: every remote is loaded again. */
export const forgetRemotes = () => remotes.clear();
