import { RefreshCw } from 'lucide-react';
import { Button } from 'shared/kit/base';
import classes from './RefreshButton.module.css';

/** Refresh beside a screen's title; a phone shows its sign alone. */
export function RefreshButton({ onRefresh }: { onRefresh: () => void }) {
  return (
    <Button
      variant="outlined"
      className={classes.refresh}
      onClick={onRefresh}
      aria-label="Refresh"
      aria-keyshortcuts="R"
      startIcon={<RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
    >
      <span className={classes.word}>Refresh</span>
    </Button>
  );
}
