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
/** Longer than `timeoutMs`, because a preview has no stored entry to fall back on. */
const previewTimeoutMs = 10_000;

let current: Promise<Remotes> | undefined;

/** Starts with the page's registry, else with the last visit's, so that the menu is complete at once. */
export const useRemotes = create<RegistryState>(() => fromPage() ?? { remotes: lastKnownGood(), from: 'asking' });

/** Fetches once per page; `refresh` fetches again. Falls back to the last good registry, or to an empty one. */
export function loadRegistry({ refresh = false } = {}): Promise<Remotes> {
  if (refresh || !current) current = fetchRegistry();
  return current;
}

/** Fetches the entry of a version that need not be live. Rejects if the version is not published. */
export async function loadEntry(name: string, version: string, ms?: number): Promise<RegistryEntry> {
  const entry = readRegistry(await fetchJson(`${name}@${version}`, ms))[name];
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
  const preview = fetchPreview();
  try {
    const registry = await fetchJson();
    const live = readRegistry(registry, known);
    save(live);
    const remotes = { ...live, ...(await preview) };
    useRemotes.setState({ remotes, api: apiOf(registry), from: 'registry' });
    return remotes;
  } catch {
    const remotes = { ...known, ...(await preview) };
    useRemotes.setState({ remotes, from: 'memory' });
    return remotes;
  }
}

/** The entry of the version that this tab tries, or nothing. If it cannot be fetched, the preview ends. */
async function fetchPreview(): Promise<Remotes> {
  const { tried } = useTabVersions.getState();
  if (!tried) return {};
  const [name = '', version = ''] = tried.split('@');
  try {
    return { [name]: await loadEntry(name, version, previewTimeoutMs) };
  } catch {
    // A later fetch may fail while the version runs.
    const running = useRemotes.getState().remotes[name];
    if (running?.version === version) return { [name]: running };
    forgetTried();
    return {};
  }
}

async function fetchJson(remote?: string, ms = timeoutMs): Promise<unknown> {
  const query = remote ? `?remote=${encodeURIComponent(remote)}` : '';
  const response = await fetch(`${address}${query}`, { cache: 'no-store', signal: AbortSignal.timeout(ms) });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
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
