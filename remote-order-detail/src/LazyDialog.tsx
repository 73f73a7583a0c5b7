import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { toastError } from 'shared/desk';

interface LazyDialogProps<Module, Shown> {
  /** Must be the same function in each render. */
  load: () => Promise<Module>;
  /** What it shows; null or false while it is closed. */
  show: Shown | null | false;
  /** Closes it again, so that it can be pressed once more. */
  onFailed: () => void;
  /** Gets what is shown, or was shown last: a dialog that fades out keeps its content. */
  children: (module: Module, shown: Shown, open: boolean) => ReactNode;
}

/**
 * A dialog, or a part of the page, whose script loads when it opens for the first time. If the script does not load, a toast
 * says so and the page stays: React's `lazy` would throw to the nearest error boundary, and never load it again.
 */
export function LazyDialog<Module, Shown>({ load, show, onFailed, children }: LazyDialogProps<Module, Shown>) {
  const open = show !== null && show !== false;
  const [last, setLast] = useState(show);
  if (open && show !== last) setLast(() => show);
  const { module, failed, retry } = useLazyModule(load, open);

  const takeBack = useEffectEvent(() => {
    toastError('This could not be opened. Check your connection, then press again.', { id: 'not-opened' });
    onFailed();
    retry();
  });
  useEffect(() => {
    if (failed) takeBack();
  }, [failed]);

  return module && last !== null && last !== false && children(module, last, open);
}

/** A module that is loaded once it is `needed`, and can be asked for again when it did not load. */
export function useLazyModule<Module>(load: () => Promise<Module>, needed: boolean) {
  const [loaded, setLoaded] = useState<{ module: Module | null; failed: boolean }>({ module: null, failed: false });
  const loads = needed && !loaded.module && !loaded.failed;
  useEffect(() => {
    if (!loads) return;
    let left = false;
    load().then(
      (module) => !left && setLoaded({ module, failed: false }),
      () => !left && setLoaded({ module: null, failed: true }),
    );
    return () => {
      left = true;
    };
  }, [load, loads]);
  return { ...loaded, retry: () => setLoaded({ module: null, failed: false }) };
}
