import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkBuiltFor, incompatibilityOf } from 'shared/remote/currentVersions';
import { conflictingRoutes } from 'shared/remote/registry';
import { readDescriptor, type RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { manifestFile } from '../../api/remotes/PublishedRemotes.ts';
import type { RemoteStore } from '../../api/remotes/RemoteStore.ts';
import { root } from '../build/apps.ts';
import { healthOf } from './command.ts';

/** A remote's name is its folder's last part: the journeys' fifth remote is in `e2e/remote-fifth`. */
export const nameOf = (app: string) => path.basename(app);

/** Throws if a built remote claims a URL that another live or built remote has. */
export async function assertNoDoubleClaims(store: RemoteStore, apps: readonly string[]) {
  const built = apps.map((app) => [nameOf(app), builtDescriptor(app)]);
  const claims = conflictingRoutes({ ...(await liveDescriptors(store)), ...Object.fromEntries(built) });
  if (claims.length > 0) throw new Error(`Not published: ${claims.join('; ')}.`);
}

/** Throws if the running desk would refuse a built remote. */
export async function assertFitsDesk(desk: string, app: string) {
  checkBuiltFor(nameOf(app), builtDescriptor(app).builtFor, (await healthOf(desk)).runs);
}

/** Throws if the shell and API of this folder would refuse a remote that is live in `store`. */
export async function assertNoneBroken(store: RemoteStore) {
  const live = Object.entries(await liveDescriptors(store));
  const faults = live.flatMap(([name, { builtFor }]) => incompatibilityOf(name, builtFor) ?? []);
  if (faults.length > 0) throw new Error(`This build would break published remotes: ${faults.join('; ')}.`);
}

async function liveDescriptors(store: RemoteStore): Promise<Record<string, RemoteDescriptor>> {
  const found: Record<string, RemoteDescriptor> = {};
  for (const name of await store.remotes()) {
    try {
      const pointer = await store.readPointer(name);
      const folder = pointer && (await store.versionFolder(name, pointer.version));
      if (folder) found[name] = descriptorIn(folder);
    } catch {
      // Ignored, because a remote that cannot be read is not live.
    }
  }
  return found;
}

const builtDescriptor = (app: string) => descriptorIn(path.join(root, app, 'dist/remote'));

function descriptorIn(folder: string): RemoteDescriptor {
  const { metaData } = JSON.parse(readFileSync(path.join(folder, manifestFile), 'utf8'));
  return readDescriptor(metaData.descriptor);
}
