import Button from '@mui/material/Button';
import { listDateTime } from 'shared/format/dates';
import { Note } from 'shared/ui/Note';
import classes from './OrderList.module.css';
import type { ShownList } from './useOrderList.ts';

interface StaleLineProps {
  shown: ShownList;
  /** The page that was asked for. */
  page: number;
  /** The search that was asked for. */
  term: string;
  retrying: boolean;
  onRetry: () => void;
}

/** The newest load failed: the rows are still those of before. */
export function StaleLine({ shown, page, term, retrying, onRetry }: StaleLineProps) {
  const time = listDateTime(new Date(shown.at).toISOString()).slice(-5);
  return (
    <Note
      kind="warning"
      role="status"
      className={classes.stale}
      action={
        <Button size="tiny" variant="outlined" disabled={retrying} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      <b>This list is from {time}.</b> {whatFailed(shown, page, term)}
    </Note>
  );
}

function whatFailed({ term: shownTerm, place }: ShownList, page: number, term: string) {
  if (term !== shownTerm) {
    return term
      ? `Searching for “${term}” failed.`
      : `The search could not be cleared; “${shownTerm}” still stands here.`;
  }
  if (page === place.page) return 'Refreshing failed.';
  return `Page ${page} could not be loaded; page ${place.page} still stands here.`;
}
