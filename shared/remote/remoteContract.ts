/**
 * What every remote exposes as `./exposed`: its routes, without a router of its own, since the shell owns the only one.
 * The shell makes the lazy components, so that "Try again" can make new ones: `React.lazy` keeps a rejection for ever.
 */
import type { ComponentType, ReactNode } from 'react';

/** Counts up when a remote made for the old contract cannot be shown by a shell of the new one. */
export const contractVersion = 1;

export interface RemoteRoute {
  /** A pattern relative to where the shell mounts the remote: below /admin, or below / for the customer's pages. */
  path: string;
  /** Loads the screen's chunk. Routes that give the same function show the same screen. */
  load: () => Promise<ComponentType<never>>;
  /** What the screen gets as properties. */
  props?: object;
}

export interface RemoteContract {
  contract: typeof contractVersion;
  routes: readonly RemoteRoute[];
  /** Stands around each of the remote's screens: its theme, its layout. */
  Frame?: ComponentType<{ children: ReactNode }>;
}

/** What was loaded is not what this shell can show. */
export class IncompatibleRemote extends Error {
  override name = 'IncompatibleRemote';
}

/** Checks a loaded module, and throws `IncompatibleRemote` that says what is wrong with it. */
export function checkRemote(name: string, loaded: unknown): RemoteContract {
  const exposed = (loaded as { exposed?: Partial<RemoteContract> } | null)?.exposed;
  if (!exposed || typeof exposed !== 'object') throw new IncompatibleRemote(`${name} exposes no \`exposed\``);
  if (exposed.contract !== contractVersion) {
    throw new IncompatibleRemote(`${name} speaks contract ${exposed.contract}, the shell ${contractVersion}`);
  }
  const { routes } = exposed;
  if (!Array.isArray(routes) || routes.length === 0) throw new IncompatibleRemote(`${name} has no routes`);
  for (const route of routes) {
    if (typeof route?.path !== 'string' || typeof route.load !== 'function') {
      throw new IncompatibleRemote(`${name} has a route without a path or a screen`);
    }
  }
  return exposed as RemoteContract;
}
