/**
 * Versions of remotes in this tab, kept across reloads. `?remote=NAME@VERSION` tries a published version until it fails
 * to load.
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface TabVersions {
  /** NAME@VERSION, or null if the tab runs the live versions. */
  tried: string | null;
  /** The version that failed to load and was forgotten. Dropped by a reload. */
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

// Takes the version from the URL and removes it from there.
const url = new URL(location.href);
const tried = url.searchParams.get('remote');
if (tried) {
  url.searchParams.delete('remote');
  history.replaceState(history.state, '', url);
  useTabVersions.setState({ tried });
}

export function forgetTried() {
  useTabVersions.setState((known) => ({ tried: null, forgotten: known.tried }));
}

export function leavePreview() {
  useTabVersions.setState({ tried: null });
  location.reload();
}
