/**
 * The registry of remotes: where each one is and what it says of itself (docs/architecture.md). The page that the API
 * serves carries it; where it does not, and for a try again, it is read from `/remotes.json`. When that does not answer
 * within its budget, the last one that did is taken, so that a slow registry costs nothing.
 */
import { readRegistry, type Remotes } from 'shared/remote/registry';
import { create } from 'zustand';

interface Known {
  remotes: Remotes;
  /** Where they come from: the answer has not arrived, this is it, or there is none and these are the last that were good. */
  from: 'asking' | 'registry' | 'memory';
}

const address = '/remotes.json';
const storageKey = 'remotes';
const budget = 2_000;

let current: Promise<Remotes> | undefined;

/** The remotes as far as they are known: from the start those of the page, or of the last visit, so that the menu is whole at once. */
export const useRemotes = create<Known>(() => fromPage() ?? { remotes: lastKnownGood(), from: 'asking' });

/** The remotes of this page: asked for once, and anew only by `refresh`. Falls back on the last known good ones, or none. */
export function loadRegistry({ refresh = false } = {}): Promise<Remotes> {
  if (refresh || !current) current = fetchRegistry();
  return current;
}

function fromPage(): Known | null {
  try {
    const remotes = readRegistry(JSON.parse(document.getElementById('remotes')!.textContent), lastKnownGood());
    keep(remotes);
    current = Promise.resolve(remotes);
    return { remotes, from: 'registry' };
  } catch {
    return null;
  }
}

async function fetchRegistry(): Promise<Remotes> {
  const known = lastKnownGood();
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(budget) });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    const remotes = readRegistry(await response.json(), known);
    keep(remotes);
    useRemotes.setState({ remotes, from: 'registry' });
    return remotes;
  } catch {
    useRemotes.setState({ remotes: known, from: 'memory' });
    return known;
  }
}

function keep(remotes: Remotes) {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ remotes }));
  } catch {
    // A full or forbidden storage only costs the fallback.
  }
}

function lastKnownGood(): Remotes {
  try {
    return readRegistry(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return {};
  }
}
