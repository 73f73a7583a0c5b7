/** `/remotes.json` lists the live remotes by name. The API composes it from their pointers, and the shell reads it. */
import * as v from 'valibot';
import { remoteDescriptor, type RemoteDescriptor } from './remoteDescriptor.ts';

const registryEntry = v.object({
  /** The URL of the federation manifest, which is in the version's folder. */
  manifest: v.string(),
  /** The URL of the federation container, whose name is NAME-VERSION. Missing for a dev server and in old registries. */
  remoteEntry: v.optional(v.string()),
  version: v.string(),
  /** The previous version, which open pages may still use. */
  previous: v.nullable(v.string()),
  descriptor: remoteDescriptor,
  /** The SHA-384 of each script and stylesheet, by its path below the manifest's folder. Missing for a dev server. */
  integrity: v.optional(v.record(v.string(), v.string())),
  /** The files that the remote's screens need first. Pages at the remote's URLs preload them. */
  start: v.optional(
    v.object({
      /** URLs of its entry and exposed modules, in loading order. */
      scripts: v.array(v.string()),
      styles: v.array(v.string()),
      /** The federation names of the shared modules that the remote needs. */
      shared: v.array(v.string()),
    }),
  ),
});

export type RegistryEntry = v.InferOutput<typeof registryEntry>;

export type Remotes = Readonly<Record<string, RegistryEntry>>;

const registryFrame = v.object({ api: v.optional(v.string()), remotes: v.record(v.string(), v.unknown()) });

/**
 * Reads each entry of a registry separately: a broken entry affects only its remote, for which the entry in `known` is
 * used. Throws if the value is not a registry.
 */
export function readRegistry(registry: unknown, known: Remotes = {}): Remotes {
  const remotes: Record<string, RegistryEntry> = {};
  for (const [name, entry] of Object.entries(v.parse(registryFrame, registry).remotes)) {
    const read = v.safeParse(registryEntry, entry);
    const taken = read.success ? read.output : known[name];
    if (taken) remotes[name] = taken;
  }
  return remotes;
}

/** The version of the API that composed the registry (shared/api/version.ts); undefined if the registry lacks it. */
export const apiOf = (registry: unknown): string | undefined => v.parse(registryFrame, registry).api;

/**
 * One sentence per route that two remotes claim. To the router, `/admin/calls/:id` and `/admin/Calls/:callId/` are the
 * same route.
 */
export function conflictingRoutes(descriptors: Readonly<Record<string, RemoteDescriptor>>): string[] {
  const owners = new Map<string, string>();
  const claims: string[] = [];
  for (const [name, { routes }] of Object.entries(descriptors)) {
    for (const { path } of routes) {
      const address = addressOf(path);
      const other = owners.get(address);
      if (other) claims.push(`${path} is claimed by ${other} and by ${name}`);
      owners.set(address, name);
    }
  }
  return claims;
}

const addressOf = (path: string) =>
  path
    .replace(/:[^/]+/g, ':')
    .replace(/\/+$/, '')
    .toLowerCase();
