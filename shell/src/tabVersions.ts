/**
 * Versions of remotes in this tab, kept across reloads. `?remote=NAME@VERSION` makes the tab try a published version,
 * until that version fails to load.
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface TabVersions {
  /** NAME@VERSION, or null if the tab runs the live versions. */
  tried: string | null;
  /** The tried version that failed to load. Not kept across reloads. */
  forgotten: string | null;
  /** The failed versions that were reported to the API, as NAME@VERSION. */
  reported: readonly string[];
}

export const useTabVersions = create(
  persist((): TabVersions => ({ tried: null, forgotten: null, reported: [] }), {
    name: 'versions',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ tried, reported }) => ({ tried, reported }),
  }),
);

// Moves the version from the URL to the store.
const url = new URL(location.href);
const tried = url.searchParams.get('remote');
if (tried) {
  url.searchParams.delete('remote');
  history.replaceState(history.state, '', url);
  useTabVersions.setState({ tried });
}

export function forgetTried() {
  useTabVersions.setState((known) => ({ tried: null, forgotten: known.tried ?? known.forgotten }));
}

export function leavePreview() {
  useTabVersions.setState({ tried: null });
  location.reload();
}
