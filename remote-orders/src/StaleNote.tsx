import type { ReactNode } from 'react';
import { clockTime } from 'shared/format/dates';
import { Note } from 'shared/kit';
import { Button } from 'shared/kit/base';

interface StaleNoteProps {
  /** "This list is" */
  what: string;
  /** When it came, in ms. */
  at: number;
  className?: string;
  retrying: boolean;
  onRetry: () => void;
  /** What failed. */
  children: ReactNode;
}

/** The newest load failed: says from when it is what still stands here. */
export function StaleNote({ what, at, className, retrying, onRetry, children }: StaleNoteProps) {
  return (
    <Note
      kind="warning"
      role="status"
      className={className}
      action={
        <Button size="tiny" variant="outlined" disabled={retrying} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      <b>
        {what} from {clockTime(at)}.
      </b>{' '}
      {children}
    </Note>
  );
}
