/** `?remote=NAME@VERSION` tries a published version in this tab, over reloads, until that version fails to load. */
import { create } from 'zustand';

const storageKey = 'triedRemote';

interface Preview {
  /** NAME@VERSION, or null if the tab runs the live versions. */
  tried: string | null;
  /** The version that failed to load and was forgotten. */
  forgotten: string | null;
}

export const usePreview = create<Preview>(() => ({ tried: fromAddress() ?? stored(), forgotten: null }));

export const preview = {
  version() {
    const [name, version] = usePreview.getState().tried?.split('@') ?? [];
    return name && version ? { name, version } : null;
  },
  forget() {
    usePreview.setState(({ tried }) => ({ tried: null, forgotten: tried }));
    remember(null);
  },
  leave() {
    remember(null);
    location.reload();
  },
};

/** Takes the parameter from the URL, and removes it there. */
function fromAddress(): string | null {
  const url = new URL(location.href);
  const tried = url.searchParams.get('remote');
  if (!tried) return null;
  url.searchParams.delete('remote');
  history.replaceState(history.state, '', url);
  remember(tried);
  return tried;
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function remember(tried: string | null) {
  try {
    if (tried) sessionStorage.setItem(storageKey, tried);
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage, the choice lasts until the next reload.
  }
}
