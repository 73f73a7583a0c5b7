import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './Note.module.css';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert, success: CircleCheck };

interface NoteProps {
  kind: keyof typeof icons;
  /** Beside the text: one small button. */
  action?: ReactNode;
  role?: 'status' | 'alert';
  className?: string;
  children: ReactNode;
}

/** A line in the page that says something good to know, to check, or gone wrong. Strong words stand in `<b>`. */
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
