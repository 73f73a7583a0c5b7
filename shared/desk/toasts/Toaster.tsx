import { useEffect, useState } from 'react';
import { useToaster, type Toast } from 'react-hot-toast/headless';
import classes from './Toaster.module.css';
import { ToastItem } from './ToastItem.tsx';
import { dismissToast } from './toastPlaces.ts';
import type { DeskToastOptions } from './toasts.ts';
import { useDoToastsStay, useToastsInOneLine } from './toastWishes.ts';
import { useHeld } from './useHeld.ts';

const atMost = 3;
const leavesWithin = 200;

/**
 * Draws the toasts: newest on top, three at most, the rest waits (one, on a screen that keeps them to one line). Rendered
 * once by the shell, and by the public site with `stay`, where they do not leave by themselves; nor do they on screens that
 * say so (`useToastsStay`). There a fourth sends the oldest away: it would wait for ever. No MUI: the public site has none.
 */
export function Toaster({ stay = false }: { stay?: boolean }) {
  // Each toast keeps its own time once it shows; the library's clock would also run for those that wait.
  const { toasts } = useToaster({ duration: Infinity, removeDelay: leavesWithin });
  const allStay = useDoToastsStay() || stay;
  useEffect(() => {
    if (!allStay) return;
    const ended = toasts.filter(({ visible, type }) => visible && type !== 'loading');
    for (const { id } of ended.slice(atMost)) dismissToast(id);
  }, [allStay, toasts]);
  const { held, region } = useHeld(toasts);
  const hidden = useTabHidden();
  const inOneLine = useToastsInOneLine();
  const oldestFirst = [...toasts].reverse();
  const shown = inOneLine
    ? toasts.slice(0, 1)
    : [
        ...oldestFirst.filter((toast) => toast.visible).slice(0, atMost),
        ...oldestFirst.filter((toast) => !toast.visible),
      ].sort((a, b) => toasts.indexOf(a) - toasts.indexOf(b));
  return (
    <section
      className={inOneLine ? `${classes.toasts} ${classes.oneLine}` : classes.toasts}
      aria-label="Notifications"
      data-stay={allStay || undefined}
      {...region}
    >
      {shown.map((toast: Toast & DeskToastOptions) => (
        <ToastItem
          // One that takes the place of another begins its own time; one that only says how far it is stays the same.
          key={toast.type === 'loading' ? toast.id : `${toast.id} ${toast.createdAt}`}
          toast={toast}
          stays={allStay || Boolean(toast.stays)}
          paused={held || hidden}
        />
      ))}
    </section>
  );
}

function useTabHidden() {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const changed = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
  return hidden;
}
