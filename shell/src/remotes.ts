/**
 * The registry of remotes: where each one's manifest is, read at run time from `/remotes.json` (docs/architecture.md).
 * When it does not answer within its budget, the last one that did is taken, so that a slow registry costs nothing.
 */
import * as v from 'valibot';

const entry = v.object({
  manifest: v.string(),
  version: v.string(),
  previous: v.nullable(v.string()),
  roles: v.nullable(v.array(v.string())),
  routes: v.array(v.string()),
});

const registrySchema = v.object({ remotes: v.record(v.string(), entry) });

export type Registry = v.InferOutput<typeof registrySchema>;

const address = '/remotes.json';
const storageKey = 'remotes';
const budget = 2_000;

/** Fetches the registry; falls back on the last known good one; with neither, on one without remotes. */
export async function fetchRegistry(): Promise<Registry> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(budget) });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    const registry = v.parse(registrySchema, await response.json());
    keep(registry);
    return registry;
  } catch {
    return lastKnownGood() ?? { remotes: {} };
  }
}

let current: Promise<Registry> | undefined;

/** The registry of this page: fetched once, and anew only when asked for by `refresh`. */
export function registry({ refresh = false } = {}): Promise<Registry> {
  if (refresh || !current) current = fetchRegistry();
  return current;
}

function keep(good: Registry) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(good));
  } catch {
    // A full or forbidden storage only costs the fallback.
  }
}

function lastKnownGood(): Registry | null {
  try {
    return v.parse(registrySchema, JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}
