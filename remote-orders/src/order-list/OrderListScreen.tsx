import { ArrowLeft, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  refreshFolderCounts,
  useFolderCounts,
  useNextDispute,
  useNextMessage,
  useNextOrder,
  useNextRefund,
  useShortcuts,
} from 'shared/desk';
import { type Month, monthName } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { Kbd } from 'shared/kit';
import { Button, Screen, useIsMounted, useOnline } from 'shared/kit/base';
import { PageBar } from 'shared/kit/table';
import { type FolderName, folders } from 'shared/rules/folders';
import {
  type ListPagination,
  ordersBefore,
  pageCount,
  readPagination,
  writePagination,
} from 'shared/rules/listPagination';
import { addNextOrder, createTrail, type ListTrail } from 'shared/rules/listTrail';
import { ListCard } from './ListCard.tsx';
import classes from './OrderList.module.css';
import { PendingFooter } from './listStates.tsx';
import { useSearch } from './ListToolbar.tsx';
import { foundCount, type ShownList, useOrderList } from './useOrderList.ts';
import { useSelection } from './useSelection.ts';

interface OrderListScreenProps {
  folder: FolderName;
  month?: Month;
  above?: ReactNode;
  onRefresh?: () => void;
}

export function OrderListScreen({ folder: name, month, above, onRefresh }: OrderListScreenProps) {
  const folder = folders[name];
  const [address, setAddress] = useSearchParams();
  const pagination = readPagination(address);
  const goTo = (next: ListPagination, { replace = false } = {}) =>
    setAddress((now) => writePagination(next, now), { replace });
  const search = useSearch();
  const list = useOrderList({ folder: name, pagination, term: search.term, month });
  const selection = useSelection({ shown: list.shown, term: search.term, sort: folder.sort });
  const { counts } = useFolderCounts();
  const knownCount = month ? null : (counts?.[folder.count] ?? null);

  // The page in the URL may be past the last page.
  const { shown, error } = list;
  const lastPage = shown && pageCount(shown.total, pagination.limit);
  const isPastEnd = lastPage !== null && !list.loading && !error && pagination.page > lastPage;
  useEffect(() => {
    if (isPastEnd) goTo({ ...pagination, page: lastPage }, { replace: true });
  });

  const refresh = () => {
    void list.refresh();
    void refreshFolderCounts();
    onRefresh?.();
  };
  const failed = error !== null && !shown;
  const isFound = shown !== null && shown.term !== '';
  /** Whether the header's button is primary: not during a selection, after an error or in a search without hits. */
  const isFilled = selection.selected.size === 0 && !selection.all && !failed && !(isFound && shown.total === 0);
  const inFolder = shown && !isFound ? shown.total : knownCount;
  const next = { filled: isFilled, empty: inFolder === 0 };
  return (
    <Screen
      title={month ? monthName(month) : folder.title}
      lead={month && <BackToMonths />}
      count={failed ? '–' : isFound ? `${foundCount(shown)} found` : inFolder}
      actions={
        <>
          {folder.nextOrder && (
            <NextOrderButton
              folder={name}
              shown={shown}
              {...next}
              filled={isFilled && (name !== 'myOrder' || next.empty)}
            />
          )}
          {name === 'customerMessages' && <NextMessageButton {...next} />}
          {name === 'refundOrder' && <NextRefundButton {...next} />}
          {name === 'chargeBack' && <NextDisputeButton {...next} />}
          <RefreshButton />
        </>
      }
    >
      {above}
      <ListCard
        name={name}
        month={month}
        list={list}
        pagination={pagination}
        search={search}
        selection={selection}
        onRefresh={refresh}
      >
        {shown || failed ? (
          <PageBar
            page={pagination.page}
            pageSize={pagination.limit}
            standing={shown ? { page: shown.pagination.page, pageSize: shown.pagination.limit } : undefined}
            total={shown?.total ?? null}
            more={shown?.more}
            onPage={(page) => goTo({ ...pagination, page })}
            onPageSize={(limit) => goTo({ page: 1, limit })}
          />
        ) : (
          <PendingFooter />
        )}
      </ListCard>
    </Screen>
  );
}

function BackToMonths() {
  return (
    <Button
      variant="outlined"
      component={Link}
      to={folders.futureOrder.path}
      className={classes.back}
      startIcon={<ArrowLeft size={15} strokeWidth={1.75} aria-hidden />}
    >
      Back
    </Button>
  );
}

interface NextInListProps {
  filled: boolean;
  /** Whether the folder is empty. */
  empty: boolean;
}

interface NextOrderButtonProps extends NextInListProps {
  folder: FolderName;
  shown: ShownList | null;
}

/** Claims an order and opens it (rule 8.17): a New one first in New Order, a Priority one first elsewhere. */
function NextOrderButton({ folder, filled, empty, shown }: NextOrderButtonProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const next = useNextOrder((orderId) => {
    const orderIds = shown?.rows.map((row) => row.order_id) ?? [];
    const around = { at: Math.max(0, orderIds.indexOf(orderId)), offset: shown ? ordersBefore(shown.pagination) : 0 };
    const trail = addNextOrder(createTrail(orderIds, around), null, orderId);
    void navigate(orderPath(orderId), { state: { from: pathname + search, trail } });
  });
  const { counts } = useFolderCounts();
  const noneLeft = (['newOrder', 'priorityOrder'] as const).every((name) =>
    name === folder ? empty : counts?.[folders[name].count] === 0,
  );
  return (
    <NextButton
      label="Next order"
      shortcut="N"
      title="Assigns you the oldest unclaimed order and opens it"
      filled={filled}
      empty={noneLeft}
      pending={next.pending}
      take={() => next.take(folder === 'newOrder' && !empty ? folder : undefined)}
    />
  );
}

interface NextButtonProps extends NextInListProps {
  label: string;
  shortcut: string;
  title?: string;
  pending: boolean;
  take: () => void;
}

function NextButton({ label, shortcut, title, filled, empty, pending, take }: NextButtonProps) {
  const waits = !useOnline() || empty || pending;
  // N works in each list that has this button.
  useShortcuts({ n: take, [shortcut.toLowerCase()]: take }, { enabled: !waits });
  return (
    <Button
      variant={filled ? 'contained' : 'outlined'}
      disabled={waits}
      title={title}
      aria-keyshortcuts={shortcut === 'N' ? 'N' : `${shortcut} N`}
      onClick={take}
    >
      {label}
      {!empty && <Kbd>{shortcut}</Kbd>}
    </Button>
  );
}

function NextMessageButton(props: NextInListProps) {
  const { pathname, search } = useLocation();
  return (
    <NextButton label="Next message" shortcut="M" {...props} {...useNextMessage(useOpenOneOf(pathname + search))} />
  );
}

function NextRefundButton(props: NextInListProps) {
  // The orders are the whole folder's, even while the list shows a search.
  const { pathname } = useLocation();
  return <NextButton label="Next refund" shortcut="N" {...props} {...useNextRefund(useOpenOneOf(pathname))} />;
}

function NextDisputeButton(props: NextInListProps) {
  const { pathname, search } = useLocation();
  // The list has another sort order, so J and K stay within these disputes.
  const open = useOpenOneOf(pathname + search, { isWhole: true });
  return <NextButton label="Next dispute" shortcut="N" {...props} {...useNextDispute(open)} />;
}

/** Opens one of several orders, unless the member has left the list. */
function useOpenOneOf(from: string, sequence: Pick<ListTrail, 'isWhole'> = {}) {
  const navigate = useNavigate();
  const mounted = useIsMounted();
  return (orderIds: string[], at = 0) => {
    const orderId = orderIds[at];
    const trail = { ...createTrail(orderIds, { at, offset: 0 }), ...sequence };
    if (orderId && mounted.current) void navigate(orderPath(orderId), { state: { from, trail } });
  };
}

/**
 * Reloads the page (rule 7.1). Disabled offline, where a reload would show the browser's error page. The key R
 * only refetches the list.
 */
export function RefreshButton() {
  const online = useOnline();
  return (
    <Button
      variant="outlined"
      className={classes.refresh}
      disabled={!online}
      onClick={() => location.reload()}
      aria-label="Refresh"
      startIcon={<RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
    >
      <span className={classes.word}>Refresh</span>
    </Button>
  );
}
