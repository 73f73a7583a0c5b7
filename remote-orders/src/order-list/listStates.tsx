import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFolderCounts } from 'shared/desk';
import { clockTime, type Month, monthName } from 'shared/format/dates';
import { EmptyState, FolderIcon, RetryNote } from 'shared/kit';
import { Button, useAfter } from 'shared/kit/base';
import { type FolderName, folders } from 'shared/rules/folders';
import type { ListPlace } from 'shared/rules/listPlace';
import classes from './OrderList.module.css';
import type { ShownList } from './useOrderList.ts';

/** Where one goes on from an empty folder: to the one that feeds it, else to one's own work. */
const wayOn: Partial<Record<FolderName, FolderName>> = {
  newOrder: 'priorityOrder',
  myOrder: 'priorityOrder',
  priorityOrder: 'newOrder',
};

export function EmptyFolder({ folder, month }: { folder: FolderName; month?: Month }) {
  const { counts } = useFolderCounts();
  const next = wayOn[folder] ?? 'myOrder';
  // Nobody is sent from one empty folder to another.
  const target = folder === 'myOrder' && counts?.priorityOrdersCount === 0 ? 'newOrder' : next;
  const { path, link, count } = folders[target];
  const waiting = counts?.[count];
  if (month) {
    return (
      <EmptyState
        icon={<FolderIcon folder={folder} size={24} />}
        title="No records found"
        action={
          <Button variant="outlined" component={Link} to={folders[folder].path}>
            All months
          </Button>
        }
      >
        No order waits for {monthName(month)}.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<FolderIcon folder={folder} size={24} />}
      title="No records found"
      action={
        waiting === 0 ? (
          <Button variant="outlined" component={Link} to="/admin">
            Go to Dashboard
          </Button>
        ) : (
          <Button variant="outlined" component={Link} to={path}>
            Open {link}
            {waiting !== undefined && ` (${waiting.toLocaleString('en-GB')})`}
          </Button>
        )
      }
    >
      {folders[folder].emptyBecause}
    </EmptyState>
  );
}

/** The footer while the first page loads: as high as the footer that comes. */
export function PendingFoot() {
  const due = useAfter(true);
  return (
    <div className={classes.foot}>
      Rows per page
      {due && (
        <>
          <span className={classes.pendingSize} />
          <span className={classes.pendingPages} />
        </>
      )}
    </div>
  );
}

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
    <RetryNote className={classes.stale} retrying={retrying} onRetry={onRetry}>
      <b>This list is from {clockTime(shown.at)}.</b> {whatFailed(shown, place, term)}
    </RetryNote>
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

interface NothingFoundProps {
  /** The words that were searched for. */
  term: string;
  /** Where: "New Orders". */
  where: string;
  onClear: () => void;
}

/** A search without hits names the words, and the way back to all orders. */
export function NothingFound({ term, where, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<SearchX size={24} strokeWidth={1.75} aria-hidden />}
      title="No records found"
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Nothing in {where} has “<bdi>{term}</bdi>” in its order id, name, e-mail or telephone.
    </EmptyState>
  );
}
