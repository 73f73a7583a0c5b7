import { useEffect, useState } from 'react';

interface Loaded<Part> {
  part: Part | null;
  failed: boolean;
}

/**
 * A part of the page whose script comes when it is `needed`. One that does not come (the network is away, say) leaves the
 * page as it stands, and can be asked for again. `load` must be the same each time.
 */
export function usePart<Part>(load: () => Promise<Part>, needed: boolean): Loaded<Part> & { retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded<Part>>({ part: null, failed: false });
  const wanted = needed && !loaded.part && !loaded.failed;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    load().then(
      (part) => !left && setLoaded({ part, failed: false }),
      () => !left && setLoaded({ part: null, failed: true }),
    );
    return () => {
      left = true;
    };
  }, [load, wanted]);
  return { ...loaded, retry: () => setLoaded({ part: null, failed: false }) };
}
