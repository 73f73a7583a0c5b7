import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { toastError } from 'shared/desk';

interface LazyDialogProps<Module, Shown> {
  /** Must be the same function on every render. */
  load: () => Promise<Module>;
  /** The dialog’s content; null or false closes it. */
  show: Shown | null | false;
  onFailed: () => void;
  /** Gets the last value, so that a closing dialog keeps its content. */
  children: (module: Module, shown: Shown, open: boolean) => ReactNode;
}

/**
 * A dialog, or a part of the page, whose chunk loads on first use. A failed load shows a toast; React's `lazy` would
 * unmount the page and never retry.
 */
export function LazyDialog<Module, Shown>({ load, show, onFailed, children }: LazyDialogProps<Module, Shown>) {
  const open = show !== null && show !== false;
  const [last, setLast] = useState(show);
  if (open && show !== last) setLast(show);
  const { module, failed, retry } = useLazyModule(load, open);

  const handleLoadFailure = useEffectEvent(() => {
    toastError('This could not be opened. Check your connection and try again.', { id: 'not-opened' });
    onFailed();
    retry();
  });
  useEffect(() => {
    if (failed) handleLoadFailure();
  }, [failed]);

  return module && last !== null && last !== false && children(module, last, open);
}

/** Loads a module once `needed`. `retry` loads it again after a failure. */
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
