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
  type RowsPerPage,
} from 'shared/rules/listPagination';
import { addNextOrder, createTrail } from 'shared/rules/listTrail';
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
  const { pagination, goToPage, showRows } = usePagination();
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
    if (isPastEnd) goToPage(lastPage, { replace: true });
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
              filled={isFilled && (name !== 'myOrder' || inFolder === 0)}
              empty={inFolder === 0}
              shown={shown}
            />
          )}
          {name === 'customerMessages' && <NextMessageButton filled={isFilled} empty={inFolder === 0} />}
          {name === 'refundOrder' && <NextRefundButton filled={isFilled} empty={inFolder === 0} />}
          {name === 'chargeBack' && <NextDisputeButton filled={isFilled} empty={inFolder === 0} />}
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
            onPage={(page) => goToPage(page)}
            onPageSize={showRows}
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

function usePagination() {
  const [search, setSearch] = useSearchParams();
  const pagination = readPagination(search);
  const goTo = (next: ListPagination, { replace = false } = {}) =>
    setSearch((now) => writePagination(next, now), { replace });
  return {
    pagination,
    goToPage: (page: number, options?: { replace?: boolean }) => goTo({ ...pagination, page }, options),
    showRows: (limit: RowsPerPage) => goTo({ page: 1, limit }),
  };
}

interface NextOrderButtonProps {
  folder: FolderName;
  filled: boolean;
  empty: boolean;
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

interface NextButtonProps {
  label: string;
  shortcut: string;
  title?: string;
  filled: boolean;
  /** Whether nothing is left to open. */
  empty: boolean;
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

type NextInListProps = Omit<NextOrderButtonProps, 'folder' | 'shown'>;

function NextMessageButton(props: NextInListProps) {
  return <NextButton label="Next message" shortcut="M" {...props} {...useNextMessage(useOpenFirst())} />;
}

function NextDisputeButton(props: NextInListProps) {
  return (
    <NextButton label="Next dispute" shortcut="N" {...props} {...useNextDispute(useOpenFirst({ isWhole: true }))} />
  );
}

/** With `isWhole`, J and K on an order's page stay within `orderIds`, because the list has another sort order. */
function useOpenFirst(sequence: { isWhole?: true } = {}) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mounted = useIsMounted();
  return (orderIds: string[]) => {
    const [first] = orderIds;
    const trail = { ...createTrail(orderIds, { at: 0, offset: 0 }), ...sequence };
    if (first && mounted.current) void navigate(orderPath(first), { state: { from: pathname + search, trail } });
  };
}

/** Opens the folder's first order that is not refunded yet. */
function NextRefundButton(props: NextInListProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mounted = useIsMounted();
  const next = useNextRefund((orderIds, at) => {
    // The orders are the whole folder's, even while the list shows a search.
    const state = { from: pathname, trail: createTrail(orderIds, { at, offset: 0 }) };
    if (at >= 0 && mounted.current) void navigate(orderPath(orderIds[at]!), { state });
  });
  return <NextButton label="Next refund" shortcut="N" {...props} {...next} />;
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
