import { Note } from 'shared/kit';
import { Button } from 'shared/kit/base';

interface NotLoadedProps {
  onRetry: () => void;
  /** What could not be loaded, in a sentence. */
  children: string;
  label?: string;
}

/** A part of the page that did not come or is out of date, while the rest of it stands. */
export function NotLoaded({ onRetry, label = 'Retry', children }: NotLoadedProps) {
  return (
    <Note
      kind="warning"
      role="status"
      action={
        <Button variant="text" size="tiny" onClick={onRetry}>
          {label}
        </Button>
      }
    >
      {children}
    </Note>
  );
}
