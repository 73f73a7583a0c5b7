import { RefreshCw } from 'lucide-react';
import { Button } from 'shared/kit/base';
import classes from './RefreshButton.module.css';

/** Reloads the page (rules 7.1). A phone shows its icon alone. The key R reads the list again in place. */
export function RefreshButton() {
  return (
    <Button
      variant="outlined"
      className={classes.refresh}
      onClick={() => location.reload()}
      aria-label="Refresh"
      startIcon={<RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
    >
      <span className={classes.word}>Refresh</span>
    </Button>
  );
}
