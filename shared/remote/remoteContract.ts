/**
 * The `./exposed` module of every remote: its routes, without a router. The shell calls `load` itself, so that "Try
 * again" works: `React.lazy` would cache a rejection.
 */
import type { ComponentType, ReactNode } from 'react';

/** Incremented when the shell can no longer show remotes built for the old contract. */
export const contractVersion = 1;

export interface RemoteRoute {
  /** Relative to /admin, or to / for the public pages. */
  path: string;
  /** Loads the screen's chunk. Routes with the same function share a screen. */
  load: () => Promise<ComponentType<never>>;
  props?: object;
}

export interface RemoteContract {
  contract: typeof contractVersion;
  routes: readonly RemoteRoute[];
  /** Wraps each of the remote's screens with its theme or layout. */
  Frame?: ComponentType<{ children: ReactNode }>;
}

/** A remote that does not fit this shell. */
export class IncompatibleRemote extends Error {
  override name = 'IncompatibleRemote';
}

/** Returns a loaded module's contract, or throws IncompatibleRemote with the reason. */
export function checkRemote(name: string, loaded: unknown): RemoteContract {
  const exposed = (loaded as { exposed?: Partial<RemoteContract> } | null)?.exposed;
  if (!exposed || typeof exposed !== 'object') throw new IncompatibleRemote(`${name} exposes no \`exposed\``);
  if (exposed.contract !== contractVersion) {
    throw new IncompatibleRemote(`${name} uses contract ${exposed.contract}, but the shell uses ${contractVersion}`);
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
