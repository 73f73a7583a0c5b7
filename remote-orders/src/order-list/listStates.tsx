import { SearchX } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import type { FoundElsewhere } from 'shared/api/folderCalls';
import { useFolderCounts, useSession } from 'shared/desk';
import { count } from 'shared/format/count';
import { clockTime, type Month, monthName } from 'shared/format/dates';
import { EmptyState, FolderIcon, Kbd, RetryNote } from 'shared/kit';
import { Button, useDelayed } from 'shared/kit/base';
import { orderPath } from 'shared/format/orderIdCode';
import { type FolderName, folders } from 'shared/rules/folders';
import type { ListPagination } from 'shared/rules/listPagination';
import { may } from 'shared/rules/permissions';
import classes from './OrderList.module.css';
import type { ShownList } from './useOrderList.ts';

/** Empty folder → the folder to suggest instead. */
const suggestedFolder: Partial<Record<FolderName, FolderName>> = {
  newOrder: 'priorityOrder',
  myOrder: 'priorityOrder',
  priorityOrder: 'newOrder',
};

/** Its texts are `emptyBecause` in shared/rules/folders.ts. */
export function EmptyFolder({ folder, month }: { folder: FolderName; month?: Month }) {
  const { counts } = useFolderCounts();
  const next = suggestedFolder[folder] ?? 'myOrder';
  // Do not suggest an empty folder.
  const target = folders[folder === 'myOrder' && counts?.priorityOrdersCount === 0 ? 'newOrder' : next];
  const waiting = counts?.[target.count];
  const number = waiting === undefined ? '' : ` (${count(waiting)})`;
  const [path, label] = month
    ? [folders[folder].path, 'All months']
    : waiting === 0
      ? ['/admin', 'Go to Dashboard']
      : [target.path, `Open ${target.link}${number}`];
  return (
    <EmptyState
      icon={<FolderIcon folder={folder} size={24} />}
      title="No records found"
      action={
        <Button variant="outlined" component={Link} to={path}>
          {label}
        </Button>
      }
    >
      {month ? `No orders scheduled for ${monthName(month)}.` : folders[folder].emptyBecause}
    </EmptyState>
  );
}

export function PendingFooter() {
  const due = useDelayed(true);
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

interface StaleNoteProps {
  shown: ShownList;
  pagination: ListPagination;
  term: string;
  retrying: boolean;
  onRetry: () => void;
}

/** Says that the last request failed and how old these rows are. */
export function StaleNote({ shown, pagination, term, ...retry }: StaleNoteProps) {
  return (
    <RetryNote className={classes.stale} {...retry}>
      <b>This list is from {clockTime(shown.at)} (UTC).</b> {whatFailed(shown, pagination, term)}
    </RetryNote>
  );
}

function whatFailed(
  { term: shownTerm, pagination: shownPagination }: ShownList,
  { page, limit }: ListPagination,
  term: string,
) {
  if (term !== shownTerm) {
    return term ? `Searching for “${term}” failed.` : `The search could not be cleared. Still showing “${shownTerm}”.`;
  }
  if (limit !== shownPagination.limit) {
    const limitText = limit === 'all' ? 'all rows' : `${limit} rows per page`;
    return `Could not show ${limitText}. Still showing ${shownPagination.limit}.`;
  }
  if (page === shownPagination.page) return 'Refreshing failed.';
  return `Page ${page} could not be loaded. Still showing page ${shownPagination.page}.`;
}

interface NoResultsProps {
  term: string;
  elsewhere: readonly FoundElsewhere[];
  /** The searched list: "New Orders". */
  where: string;
  onClear: () => void;
  /** The primary link, if other folders have hits. */
  mainLink: Ref<HTMLAnchorElement>;
}

/** A search without hits: its term, the hits in other folders, and a way back to the list. */
export function NoResults({ term, elsewhere, where, onClear, mainLink }: NoResultsProps) {
  return (
    <EmptyState
      icon={<SearchX size={24} strokeWidth={1.75} aria-hidden />}
      title="No records found"
      action={
        <>
          <Elsewhere term={term} elsewhere={elsewhere} mainLink={mainLink} />
          <Button variant={elsewhere.length > 0 ? 'outlined' : 'contained'} onClick={onClear}>
            Clear search
            {elsewhere.length === 0 && <Kbd>Enter</Kbd>}
          </Button>
        </>
      }
    >
      No orders in {where} match “<bdi>{term}</bdi>”.
    </EmptyState>
  );
}

/** Links to the only hit, or to folders with hits. Order History may replace several of them, except Deleted Orders. */
function Elsewhere({ term, elsewhere: found, mainLink }: Omit<NoResultsProps, 'where' | 'onClear'>) {
  const readsAll = may(
    useSession(({ role }) => role),
    folders.allOrder.needs,
  );
  const [first] = found;
  if (found.length === 1 && first?.total === 1) {
    return (
      <>
        1 match in {folders[first.folderName].link}:{' '}
        <Button ref={mainLink} variant="contained" component={Link} to={orderPath(first.order_id)}>
          Open {first.order_id} <Kbd>Enter</Kbd>
        </Button>
      </>
    );
  }
  const live = found.filter(({ folderName }) => folderName !== 'deletedOrder');
  const searchIn = (name: FolderName) => `${folders[name].path}?${new URLSearchParams({ q: term })}`;
  const isJoined = readsAll && live.length > 1;
  const others = found.filter((other) => !isJoined || !live.includes(other)).map(({ folderName }) => folderName);
  const targets: readonly FolderName[] = isJoined ? ['allOrder', ...others] : others;
  return targets.map((name, index) => (
    <Button
      key={name}
      ref={index === 0 ? mainLink : undefined}
      variant={index === 0 ? 'contained' : 'outlined'}
      component={Link}
      to={searchIn(name)}
    >
      Search {name === 'allOrder' && isJoined ? 'all orders' : folders[name].link}
      {index === 0 && <Kbd>Enter</Kbd>}
    </Button>
  ));
}
