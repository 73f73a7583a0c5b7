import { useEffect } from 'react';
import { useSession } from 'shared/desk';
import type { Area } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { useRemotes } from '../registry.ts';
import { loadScreen } from './loadScreen.ts';

/** Prefetches the code of screens marked `readAhead` when the browser is idle. */
export function usePrefetchScreens(area: Area, { when }: { when: boolean }) {
  const remotes = useRemotes((known) => known.remotes);
  const role = useSession((session) => session.role);
  useEffect(() => {
    if (!when) return;
    const stop = onceIdle(() => {
      for (const [name, { descriptor }] of Object.entries(remotes)) {
        if (descriptor.area !== area) continue;
        const ahead = descriptor.routes.find(({ readAhead, needs }) => readAhead && (!needs || may(role, needs)));
        // Ignore errors: opening the screen loads it again.
        if (ahead) loadScreen(name, ahead.path).catch(() => undefined);
      }
    });
    return stop;
  }, [when, area, remotes, role]);
}

/** Falls back on a timer in Safari, which has no `requestIdleCallback`. */
function onceIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
