/** `/remotes.json`: the remotes that are published, by name. `npm run build` writes it, the shell reads it at run time. */
import * as v from 'valibot';
import { remoteDescriptor } from './remoteDescriptor.ts';

const registryEntry = v.object({
  /** Address of the federation manifest. */
  manifest: v.string(),
  version: v.string(),
  /** The version before: kept, because an open page may still load from it. */
  previous: v.nullable(v.string()),
  descriptor: remoteDescriptor,
  /** What its first screen loads, so that a page at one of its addresses begins with it. */
  start: v.optional(
    v.object({
      /** Addresses of its entry and of what it exposes, in the order in which they are wanted. */
      scripts: v.array(v.string()),
      styles: v.array(v.string()),
      /** Modules of the shell that it needs, by their names in the federation. */
      shared: v.array(v.string()),
    }),
  ),
});

export type RegistryEntry = v.InferOutput<typeof registryEntry>;

export type Remotes = Readonly<Record<string, RegistryEntry>>;

const registryFrame = v.object({ remotes: v.record(v.string(), v.unknown()) });

/**
 * Reads a registry, each entry by itself: what is wrong with one costs that remote alone. A broken entry is replaced by the
 * one of `known`, if there is one. Throws when it is no registry at all.
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

/**
 * Addresses that two remotes claim, as sentences: of those, only one remote's screen could ever be seen. To the router
 * `/admin/calls/:id` and `/admin/Calls/:callId/` are one.
 */
export function doubleClaims(remotes: Remotes): string[] {
  const owners = new Map<string, string>();
  const claims: string[] = [];
  for (const [name, { descriptor }] of Object.entries(remotes)) {
    for (const { path } of descriptor.routes) {
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
