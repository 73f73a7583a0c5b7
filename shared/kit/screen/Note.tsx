import Button from '@mui/material/Button';
import { CircleAlert, CircleCheck, Info, Mail, TriangleAlert } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import classes from './Note.module.css';

/** `asked`: the note asks the reader a question. */
const icons = { info: Info, success: CircleCheck, asked: Mail, warning: TriangleAlert, error: CircleAlert };

interface NoteProps {
  kind: keyof typeof icons;
  action?: ReactNode;
  /** Use `alert` if the note appears after a press and nothing else announces it. */
  role?: 'status' | 'alert';
  className?: string;
  children: ReactNode;
}

/** Emphasise words with `<b>`. */
export function Note({ kind, action, role, className, children }: NoteProps) {
  const Icon = icons[kind];
  return (
    <div className={[classes.note, classes[kind], className].filter(Boolean).join(' ')} role={role}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  );
}

interface RetryNoteProps {
  onRetry: () => void;
  retrying?: boolean;
  label?: string;
  className?: string;
  /** Names the missing part, or says how old the shown one is. */
  children: ReactNode;
}

/** Says that a part of the page is missing or stale. */
export function RetryNote({ onRetry, retrying = false, label = 'Retry', className, children }: RetryNoteProps) {
  return (
    <Note
      kind="warning"
      role="status"
      className={className}
      action={
        <Button ref={leaveFocusToHeading} size="tiny" variant="outlined" disabled={retrying} onClick={onRetry}>
          {label}
        </Button>
      }
    >
      {children}
    </Note>
  );
}

const leaveFocusToHeading = (button: HTMLElement | null) => () => {
  if (document.activeElement !== button) return;
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
};

interface OutboxNoteProps<Provider extends string> {
  /** Whether each provider has credentials; undefined while loading. */
  providers: Readonly<Record<Provider, boolean>> | undefined;
  /** The provider that will send; by default, any. */
  provider?: Provider;
}

/** Warns that mail goes to the outbox, because its provider has no credentials (rule 12.2). */
export function OutboxNote<Provider extends string>({ providers, provider }: OutboxNoteProps<Provider>) {
  if (!providers) return null;
  const some = Object.values(providers).includes(true);
  if (provider ? providers[provider] : some) return null;
  return (
    <Note kind="info">
      <b>Mail goes to the outbox.</b> {some ? `${provider} is not set up.` : 'No provider is set up.'}
    </Note>
  );
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

const backOnlineMs = 4_000;

/** A line under the header while offline, and briefly after. */
export function OfflineLine() {
  const online = useOnline();
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!online) {
      setWasOffline(true);
      return;
    }
    const timer = setTimeout(() => setWasOffline(false), backOnlineMs);
    return () => clearTimeout(timer);
  }, [online]);
  return (
    <div role="status" data-offline-line={!online || wasOffline || undefined}>
      {!online && (
        <Note kind="warning" className={classes.line}>
          <b>You are offline.</b> What you type is kept.
        </Note>
      )}
      {online && wasOffline && (
        <Note kind="success" className={classes.line}>
          <b>Back online</b>
        </Note>
      )}
    </div>
  );
}
