import { CircleCheck, Hourglass, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import toaster, { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless';
import classes from './Toaster.module.css';
import { dismissToast, toastMs, useToastKeepers, type DeskToastOptions, type ToastAction } from './toasts.ts';

const leavesWithinMs = 200;

type DeskToast = Toast & DeskToastOptions;

/**
 * Draws the newest toast and removes older ones (rule 24.3). With `stay`, or on screens with `usePersistentToasts`, no
 * toast times out, and the newest three are shown. The page can reserve `--toast-height` for them. Rendered once by the
 * shell, and with `stay` by the public site, which has no MUI.
 */
export function Toaster({ stay = false }: { stay?: boolean }) {
  // `useCountdown` ends each toast, so the library's own clock is off.
  const { toasts } = useToaster({ duration: Infinity, removeDelay: leavesWithinMs });
  const allStay = useToastKeepers((count) => count > 0) || stay;
  const maxShown = allStay ? 3 : 1;
  const sorted = useMemo(() => toasts.toSorted(byAge), [toasts]);
  useEffect(() => {
    const ended = sorted.filter(({ visible, type }) => visible && type !== 'loading');
    for (const { id } of ended.slice(maxShown)) toaster.remove(id);
  }, [maxShown, sorted]);
  const section = useReservedRoom();
  return (
    <section
      ref={section}
      className={allStay ? classes.toasts : `${classes.toasts} ${classes.single}`}
      aria-label="Notifications"
      data-stay={allStay || undefined}
    >
      {sorted.slice(0, maxShown).map((toast: DeskToast) => (
        <ToastItem
          // A replacing toast gets a new key, which restarts its time. Progress updates keep the key.
          key={toast.type === 'loading' ? toast.id : `${toast.id} ${toast.createdAt}`}
          toast={toast}
          stays={allStay || Boolean(toast.persistent)}
        />
      ))}
    </section>
  );
}

/** Newest first, progress last. The library would give a replacement the position of the toast that it replaces. */
const byAge = (one: Toast, other: Toast) =>
  Number(one.type === 'loading') - Number(other.type === 'loading') || other.createdAt - one.createdAt;

/** In milliseconds. Longer than the next toast takes to appear after a click on Undo, so the page moves only once. */
const roomStaysMs = 1_000;

/** Whether the mouse is over a button or link, which must not move from under it. */
const isOverButton = () =>
  matchMedia('(hover: hover)').matches && document.querySelector('main :is(a, button):hover') !== null;

/** Keeps `--toast-height` at the section's height plus 12 px, but lowers it with a delay. Returns the section's ref. */
function useReservedRoom() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    let reserved = 0;
    let shrinking: ReturnType<typeof setTimeout> | undefined;
    const reserve = (height: number) => {
      reserved = height;
      document.documentElement.style.setProperty('--toast-height', height ? `${height + 12}px` : '0px');
    };
    const heightNow = () => section.current?.offsetHeight ?? 0;
    const shrink = () => {
      if (isOverButton()) shrinking = setTimeout(shrink, roomStaysMs);
      else reserve(heightNow());
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(shrinking);
      if (heightNow() < reserved) shrinking = setTimeout(shrink, roomStaysMs);
      else reserve(heightNow());
    });
    observer.observe(section.current!);
    return () => {
      observer.disconnect();
      clearTimeout(shrinking);
    };
  }, []);
  return section;
}

const icons: Record<Toast['type'], LucideIcon> = {
  success: CircleCheck,
  error: TriangleAlert,
  loading: Hourglass,
  blank: Info,
  custom: Info,
};

function ToastItem({ toast, stays }: { toast: DeskToast; stays: boolean }) {
  const dismiss = () => dismissToast(toast.id);
  const drag = useDrag(dismiss);
  const line = useCountdown({ ms: toast.durationMs ?? toastMs, paused: stays || drag.offset > 0, onEnd: dismiss });
  const failed = toast.type === 'error';
  const Icon = icons[toast.type];
  const message = resolveValue(toast.message, toast);
  const actions = [toast.action, ...(toast.moreActions ?? [])].filter((action) => action !== undefined);
  // A toast with a second line or more than two buttons has a taller layout.
  const big = Boolean(toast.detail) || actions.length > 2;
  const looks = [
    classes.toast,
    failed ? classes.bad : toast.type !== 'blank' && classes.ok,
    big && classes.big,
    !toast.visible && classes.leaving,
  ];
  return (
    <div
      className={looks.filter(Boolean).join(' ')}
      role={failed ? 'alert' : 'status'}
      {...drag.handlers}
      style={drag.offset ? { transform: `translateX(${drag.offset}px)` } : undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className={classes.text}>
        <p title={typeof message === 'string' ? message : undefined}>{message}</p>
        {toast.detail && (
          <p className={classes.detail} title={toast.detail}>
            {toast.detail}
          </p>
        )}
        {actions.length > 0 && (
          <div className={classes.actions}>
            {actions.map((action) => (
              <ActionButton key={action.label} toastId={toast.id} action={action} />
            ))}
          </div>
        )}
        {toast.keyHint && <KeyHint {...toast.keyHint} />}
      </div>
      <button type="button" className={classes.close} aria-label="Close" onClick={dismiss}>
        <X size={15} strokeWidth={1.75} aria-hidden />
      </button>
      {!stays && <i ref={line} className={classes.line} />}
    </div>
  );
}

const alwaysOffered = { subscribe: () => () => {}, holds: () => true };

function ActionButton({ toastId, action }: { toastId: string; action: ToastAction }) {
  const { label, shortcut, run, offered = alwaysOffered } = action;
  const stands = useSyncExternalStore(offered.subscribe, offered.holds);
  if (!stands) return null;
  return (
    <button
      type="button"
      onClick={() => {
        // Remove the toast at once: at the end of a fade, the library would also remove a new toast with the same id.
        toaster.remove(toastId);
        run();
      }}
    >
      {label}
      {shortcut && (
        <span className={classes.shortcut} aria-hidden>
          {` (${shortcut})`}
        </span>
      )}
    </button>
  );
}

function KeyHint({ text, offered }: NonNullable<DeskToast['keyHint']>) {
  const stands = useSyncExternalStore(offered.subscribe, offered.holds);
  return stands && <p className={`${classes.detail} ${classes.keyHint}`}>{text}</p>;
}

const stepMs = 100;

/**
 * Calls `onEnd` after `ms`. Pauses while `paused`, while any toast is hovered or focused, and while the tab is hidden.
 * Returns the ref of the line that shows the time left.
 */
function useCountdown({ ms, paused, onEnd }: { ms: number; paused: boolean; onEnd: () => void }) {
  const line = useRef<HTMLElement>(null);
  const left = useRef(ms);
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => {
      const toasts = line.current?.closest('section');
      if (!toasts || document.hidden || toasts.matches(':hover') || toasts.contains(document.activeElement)) return;
      left.current -= stepMs;
      line.current?.style.setProperty('--left', String(Math.max(0, left.current / ms)));
      if (left.current <= 0) ended();
    }, stepMs);
    return () => clearInterval(timer);
  }, [paused, ms]);
  return line;
}

/** A toast dragged by more than this share of its width is dismissed. */
const dragLimit = 0.8;

/** Lets a toast be dragged to the right while its buttons stay clickable. */
function useDrag(onThrown: () => void) {
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const end = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    start.current = null;
    if (offset > event.currentTarget.offsetWidth * dragLimit) onThrown();
    else setOffset(0);
  };
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current !== null) setOffset(Math.max(0, event.clientX - start.current));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
