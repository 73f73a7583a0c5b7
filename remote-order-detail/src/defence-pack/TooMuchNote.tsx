import type { CallError } from 'shared/desk';
import { Note } from 'shared/kit';
import { Button } from 'shared/kit/base';

/** A pack that takes too much takes it each time: no Retry helps then, and its message says what does (rules 13.3). */
export const isForGood = ({ httpStatus }: Pick<CallError, 'httpStatus'>) => httpStatus === 422;

interface TooMuchNoteProps {
  /** What was not made. */
  title: string;
  error: Pick<CallError, 'message'>;
  /** Back to the page that is to be printed in its place. */
  onBack: () => void;
  /** Left out where it stands in what is read aloud as it changes. */
  role?: 'alert';
}

/** What was not made and never will be, with the way to what is to be done instead. */
export function TooMuchNote({ title, error, onBack, role }: TooMuchNoteProps) {
  return (
    <Note
      kind="error"
      role={role}
      action={
        <Button variant="text" size="tiny" onClick={onBack}>
          Back to the order’s page
        </Button>
      }
    >
      <b>{title}</b> {error.message}
    </Note>
  );
}
