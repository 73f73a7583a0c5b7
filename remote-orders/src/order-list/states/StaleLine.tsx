import { StaleNote } from '../../StaleNote.tsx';
import classes from '../OrderList.module.css';
import type { ListPlace } from 'shared/rules/listPlace';
import type { ShownList } from '../useOrderList.ts';

interface StaleLineProps {
  shown: ShownList;
  /** Where the rows that were asked for stand. */
  place: ListPlace;
  /** The search that was asked for. */
  term: string;
  retrying: boolean;
  onRetry: () => void;
}

/** The newest load failed: the rows are still those of before. */
export function StaleLine({ shown, place, term, retrying, onRetry }: StaleLineProps) {
  return (
    <StaleNote what="This list is" at={shown.at} className={classes.stale} retrying={retrying} onRetry={onRetry}>
      {whatFailed(shown, place, term)}
    </StaleNote>
  );
}

function whatFailed({ term: shownTerm, place: shownPlace }: ShownList, { page, limit }: ListPlace, term: string) {
  if (term !== shownTerm) {
    return term
      ? `Searching for “${term}” failed.`
      : `The search could not be cleared; “${shownTerm}” still stands here.`;
  }
  if (limit !== shownPlace.limit) {
    const asked = limit === 'all' ? 'All rows' : `${limit} rows a page`;
    return `${asked} could not be loaded; the ${shownPlace.limit} of before still stand here.`;
  }
  if (page === shownPlace.page) return 'Refreshing failed.';
  return `Page ${page} could not be loaded; page ${shownPlace.page} still stands here.`;
}
