import { CircleCheck, Hourglass, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { resolveValue, type Toast } from 'react-hot-toast/headless';
import { dismissToast } from './toastPlaces.ts';
import classes from './Toaster.module.css';
import { toastMs, type DeskToastOptions, type ToastAction } from './toasts.ts';
import { useCountdown } from './useCountdown.ts';

/** Of the toast's width; dragged further right it leaves. */
const dragLimit = 0.8;

const icons: Record<Toast['type'], LucideIcon> = {
  success: CircleCheck,
  error: TriangleAlert,
  loading: Hourglass,
  blank: Info,
  custom: Info,
};

interface ToastItemProps {
  toast: Toast & DeskToastOptions;
  stays: boolean;
  paused: boolean;
}

export function ToastItem({ toast, stays, paused }: ToastItemProps) {
  const dismiss = () => dismissToast(toast.id);
  const drag = useDrag(dismiss);
  const { lasts = toastMs } = toast;
  useCountdown({ milliseconds: lasts, paused: paused || stays || drag.active, onDone: dismiss });
  const failed = toast.type === 'error';
  const Icon = icons[toast.type];
  const message = resolveValue(toast.message, toast);
  const actions = [toast.action, ...(toast.moreActions ?? [])].filter((action): action is ToastAction =>
    Boolean(action),
  );
  // Two buttons stand beside the text: a toast of two lines ends above what a page's head offers.
  const big = Boolean(toast.detail) || actions.length > 2;
  return (
    <div
      className={[
        classes.toast,
        failed ? classes.bad : toast.type !== 'blank' && classes.ok,
        big && classes.big,
        !toast.visible && classes.leaving,
      ]
        .filter(Boolean)
        .join(' ')}
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
              <ActionButton key={action.label} action={action} dismiss={dismiss} />
            ))}
          </div>
        )}
      </div>
      <button type="button" className={classes.close} aria-label="Close" onClick={dismiss}>
        <X size={15} strokeWidth={1.75} aria-hidden />
      </button>
      {!stays && (
        <i
          className={classes.line}
          style={{
            animationPlayState: paused || drag.active ? 'paused' : 'running',
            animationDuration: `${lasts}ms`,
          }}
        />
      )}
    </div>
  );
}

function ActionButton({ action: { label, run, offered }, dismiss }: { action: ToastAction; dismiss: () => void }) {
  const stands = useSyncExternalStore(offered?.subscribe ?? subscribeToNothing, offered?.holds ?? always);
  if (!stands) return null;
  return (
    <button
      type="button"
      onClick={() => {
        dismiss();
        run();
      }}
    >
      {label}
    </button>
  );
}

const subscribeToNothing = () => () => {};
const always = () => true;

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
    active: offset > 0,
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
