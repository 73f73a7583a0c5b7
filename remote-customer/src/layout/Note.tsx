import { CircleAlert, CircleCheck, Info, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAfter } from 'shared/kit/base';
import styles from './Note.module.css';
import controls from './controls.module.css';

/** `asked` is what the customer is to do. */
const icons = { info: Info, success: CircleCheck, asked: Mail, warning: CircleAlert, error: CircleAlert };

interface NoteProps {
  kind: keyof typeof icons;
  /** `alert` where the note appears after something was pressed, and nothing else says it. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A tinted line with an icon: what to know, to do, or what went wrong. */
export function Note({ kind, role, children }: NoteProps) {
  const Icon = icons[kind];
  return (
    <div className={`${styles.note} ${styles[kind]}`} role={role}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

const longMs = 10_000;

/** Shows while an answer takes long. The client has no time-out; another try replaces this one (rules 16.48). */
export function SlowNote({ retry }: { retry: () => void }) {
  const isLong = useAfter(true, longMs);
  if (!isLong) return null;
  return (
    <Note kind="info" role="status">
      <p>This is taking longer than usual. We are still waiting.</p>
      <button type="button" className={controls.link} onClick={retry}>
        Try again
      </button>
    </Note>
  );
}
