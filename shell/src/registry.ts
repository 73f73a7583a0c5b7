/**
 * The registry of remotes (docs/architecture.md), from the page or from `/remotes.json`. "Try again" fetches it again.
 * If a fetch fails, the last good registry is used.
 */
import { apiOf, readRegistry, type RegistryEntry, type Remotes } from 'shared/remote/registry';
import { create } from 'zustand';
import { forgetTried, useTabVersions } from './tabVersions.ts';

interface RegistryState {
  remotes: Remotes;
  /** The running API's version, if it is in the registry. */
  api?: string;
  /**
   * `asking`: the request is pending. `registry`: `remotes` are current. `memory`: the request failed, so `remotes` are
   * the last good ones.
   */
  from: 'asking' | 'registry' | 'memory';
}

const address = '/remotes.json';
const storageKey = 'remotes';
const timeoutMs = 2_000;

let current: Promise<Remotes> | undefined;

/** Starts with the page's registry, else with the last visit's, so that the menu is complete at once. */
export const useRemotes = create<RegistryState>(() => fromPage() ?? { remotes: lastKnownGood(), from: 'asking' });

/** Fetches once per page; `refresh` fetches again. Falls back to the last good registry, or to an empty one. */
export function loadRegistry({ refresh = false } = {}): Promise<Remotes> {
  if (refresh || !current) current = fetchRegistry();
  return current;
}

/** Fetches the entry of a version that need not be live. Rejects if the version is not published. */
export async function loadEntry(name: string, version: string): Promise<RegistryEntry> {
  const entry = readRegistry(await fetchJson(`${name}@${version}`))[name];
  if (entry?.version !== version) throw new Error(`${name} ${version} is not published`);
  return entry;
}

function fromPage(): RegistryState | null {
  try {
    const registry = JSON.parse(document.getElementById('remotes')!.textContent);
    const remotes = readRegistry(registry, lastKnownGood());
    save(remotes);
    // The page's registry lacks the version that this tab tries, so fetch it.
    if (useTabVersions.getState().tried) return { remotes, from: 'asking' };
    current = Promise.resolve(remotes);
    return { remotes, api: apiOf(registry), from: 'registry' };
  } catch {
    return null;
  }
}

async function fetchRegistry(): Promise<Remotes> {
  const known = lastKnownGood();
  try {
    const registry = await fetchJson();
    let remotes = readRegistry(registry, known);
    save(remotes);
    const { tried } = useTabVersions.getState();
    if (tried) {
      const [name = '', version = ''] = tried.split('@');
      const entry = await loadEntry(name, version).catch(forgetTried);
      if (entry) remotes = { ...remotes, [name]: entry };
    }
    useRemotes.setState({ remotes, api: apiOf(registry), from: 'registry' });
    return remotes;
  } catch {
    useRemotes.setState({ remotes: known, from: 'memory' });
    return known;
  }
}

async function fetchJson(remote?: string): Promise<unknown> {
  const query = remote ? `?remote=${encodeURIComponent(remote)}` : '';
  const response = await fetch(`${address}${query}`, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

function save(remotes: Remotes) {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ remotes }));
  } catch {
    // Without storage, later visits have no saved registry to fall back on.
  }
}

function lastKnownGood(): Remotes {
  try {
    return readRegistry(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return {};
  }
}
