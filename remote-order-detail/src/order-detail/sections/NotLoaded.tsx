import { Note } from 'shared/kit';
import { Button } from 'shared/kit/base';

interface NotLoadedProps {
  onRetry: () => void;
  /** What could not be loaded, in a sentence. */
  children: string;
}

/** A part of the page that did not come, while the rest of it stands. */
export function NotLoaded({ onRetry, children }: NotLoadedProps) {
  return (
    <Note
      kind="warning"
      role="status"
      action={
        <Button variant="text" size="tiny" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </Note>
  );
}
