import { CircleCheck, Hourglass, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import toaster, { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless';
import classes from './Toaster.module.css';
import { dismissToast, toastMs, useToastBehaviour, type DeskToastOptions, type ToastAction } from './toasts.ts';

const atMost = 3;
const leavesWithinMs = 200;

type DeskToast = Toast & DeskToastOptions;

/**
 * Draws the toasts: newest on top, three at most, the rest waits (one, on a screen that keeps them to one line). Rendered
 * once by the shell, and by the public site with `stay`, where they do not leave by themselves; nor do they on screens that
 * say so (`useToastsStay`). There a fourth sends the oldest away: it would wait for ever. No MUI: the public site has none.
 */
export function Toaster({ stay = false }: { stay?: boolean }) {
  // Each toast keeps its own time once it shows; the library's clock would also run for those that wait.
  const { toasts } = useToaster({ duration: Infinity, removeDelay: leavesWithinMs });
  const allStay = useToastBehaviour((asked) => asked.stay > 0) || stay;
  const inOneLine = useToastBehaviour((asked) => asked.oneLine > 0);
  useEffect(() => {
    if (!allStay) return;
    const ended = toasts.filter(({ visible, type }) => visible && type !== 'loading');
    for (const { id } of ended.slice(atMost)) dismissToast(id);
  }, [allStay, toasts]);
  const waiting = toasts.filter(({ visible }) => visible).slice(0, -atMost);
  const shown = inOneLine ? toasts.slice(0, 1) : toasts.filter((toast) => !waiting.includes(toast));
  return (
    <section
      className={inOneLine ? `${classes.toasts} ${classes.oneLine}` : classes.toasts}
      aria-label="Notifications"
      data-stay={allStay || undefined}
    >
      {shown.map((toast: DeskToast) => (
        <ToastItem
          // One that takes the place of another begins its own time; one that only says how far it is stays the same.
          key={toast.type === 'loading' ? toast.id : `${toast.id} ${toast.createdAt}`}
          toast={toast}
          stays={allStay || Boolean(toast.stays)}
        />
      ))}
    </section>
  );
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
  const line = useCountdown({ ms: toast.lasts ?? toastMs, paused: stays || drag.offset > 0, onEnd: dismiss });
  const failed = toast.type === 'error';
  const Icon = icons[toast.type];
  const message = resolveValue(toast.message, toast);
  const actions = [toast.action, ...(toast.moreActions ?? [])].filter((action) => action !== undefined);
  // Two buttons stand beside the text: a toast of two lines ends above what a page's head offers.
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
      </div>
      <button type="button" className={classes.close} aria-label="Close" onClick={dismiss}>
        <X size={15} strokeWidth={1.75} aria-hidden />
      </button>
      {!stays && <i ref={line} className={classes.line} />}
    </div>
  );
}

function ActionButton({ toastId, action: { label, run, offered } }: { toastId: string; action: ToastAction }) {
  const stands = useSyncExternalStore(offered?.subscribe ?? subscribeToNothing, offered?.holds ?? always);
  if (!stands) return null;
  return (
    <button
      type="button"
      onClick={() => {
        // At once: while one is leaving, the library may take away with it what comes under the same id.
        toaster.remove(toastId);
        run();
      }}
    >
      {label}
    </button>
  );
}

const subscribeToNothing = () => () => {};
const always = () => true;

const stepMs = 100;

/**
 * Calls `onEnd` once a toast has stood for so long. Its time stands still while it is paused, while any toast is hovered
 * or has the focus, and while the tab is hidden. Returns the ref of the line that shows what is left.
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

/** Of the toast's width; dragged further right it leaves. */
const dragLimit = 0.8;

/** Follows a pointer to the right. Buttons inside keep their clicks. */
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
