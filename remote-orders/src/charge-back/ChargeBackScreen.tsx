import { ChevronLeft, ChevronRight, CircleCheck, CircleDot, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { defencePackCalls, type DisputeRow } from 'shared/api/defencePackCalls';
import { queryClient, useCall, useFolderCounts, useSession } from 'shared/desk';
import { listDateTime } from 'shared/format/dates';
import { daysLeft } from 'shared/format/daysLeft';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, Card, IconButton, RetryNote, SkeletonRows } from 'shared/kit';
import { defencePackTypes, type PackVerdict, urgentDays } from 'shared/rules/defencePacks';
import { folders } from 'shared/rules/folders';
import type { ListTrail } from 'shared/rules/listTrail';
import { may } from 'shared/rules/permissions';
import { OrderListScreen } from '../order-list/OrderListScreen.tsx';
import { isFromEarlierVisit } from '../order-list/useOrderList.ts';
import classes from './ChargeBackScreen.module.css';

/** Charge Back: the disputes by deadline, then the folder's list (rule 13.59). */
export function ChargeBackScreen() {
  const mayUse = useSession(({ role }) => may(role, 'order.evidence'));
  return (
    <OrderListScreen
      folder="chargeBack"
      above={mayUse && <Disputes />}
      onRefresh={() => void queryClient.invalidateQueries({ queryKey: ['chargeBack', defencePackCalls.disputes.path] })}
    />
  );
}

/**
 * The disputes with their days left, and whether each pack is ready. Reserves space while loading; hidden if
 * there are none.
 */
function Disputes() {
  const { rows, total, expected, error, isFetching, isOld, page, lastPage, goTo, refetch } = useDisputes();
  if (error && !rows) {
    return (
      <RetryNote className={classes.failed} retrying={isFetching} onRetry={() => void refetch()}>
        The disputes could not be loaded. The list below is not affected.
      </RetryNote>
    );
  }
  if ((total ?? expected) === 0) return null;
  const first = (page - 1) * disputesShown + 1;
  return (
    <Card
      title="Disputes to respond to"
      padded={false}
      className={classes.card}
      actions={
        <>
          <span className={`hint ${classes.hint}`}>Most urgent first</span>
          {total !== null && lastPage !== null && lastPage > 1 && (
            <span className={classes.pager}>
              <IconButton aria-label="Earlier deadlines" disabled={page === 1} onClick={() => goTo(page - 1)}>
                <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
              <span aria-live="polite">
                {first}–{Math.min(total, first + disputesShown - 1)} of {total.toLocaleString('en-US')}
              </span>
              <IconButton aria-label="Later deadlines" disabled={page === lastPage} onClick={() => goTo(page + 1)}>
                <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </span>
          )}
        </>
      }
    >
      <div inert={isOld}>
        {rows ? (
          <DisputeTable rows={rows} />
        ) : (
          <div className={classes.pending} aria-busy="true">
            <SkeletonRows rows={Math.min(disputesShown, expected ?? disputesShown)} rowHeight={52} />
          </div>
        )}
      </div>
    </Card>
  );
}

function DisputeTable({ rows }: { rows: readonly DisputeRow[] }) {
  const orderIds = rows.map((row) => row.order_id);
  return (
    <table className={`card-table ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">Days left</th>
          <th scope="col">Order</th>
          <th scope="col" className={classes.wide}>
            Amount
          </th>
          {defencePackTypes.map((type) => (
            <th key={type} scope="col">
              Defence Pack {type}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DisputeLine key={row.order_id} row={row} trail={{ orderIds, offset: 0, left: [], isWhole: true }} />
        ))}
      </tbody>
    </table>
  );
}

/** `trail` lets J and K on the order's page lead to the other disputes of this page. */
function DisputeLine({ row, trail }: { row: DisputeRow; trail: ListTrail }) {
  const { pathname, search } = useLocation();
  const { order_id: orderId, days_left: days } = row;
  return (
    <tr>
      <td>
        <b className={days < 0 ? classes.over : days < urgentDays ? classes.urgent : undefined}>{daysLeft(days)}</b>
        <span className={classes.second}>by {listDateTime(row.respond_by)} (UTC)</span>
      </td>
      <th scope="row">
        <Link to={orderPath(orderId)} state={{ from: pathname + search, trail }} className={classes.order}>
          {orderId}
        </Link>
        <BidiName name={row.full_name} className={classes.second} />
        {row.amount && <span className={`${classes.second} ${classes.narrow}`}>{row.amount}</span>}
      </th>
      <td className={classes.wide}>{row.amount ?? '-'}</td>
      {row.packs.map((pack) => (
        <td key={pack.defencePackType}>
          <span className={classes.packName}>Defence Pack {pack.defencePackType}</span>
          <PackState pack={pack} />
        </td>
      ))}
    </tr>
  );
}

const looks = {
  Ready: { icon: CircleCheck, tone: classes.ready },
  'Enough to send': { icon: CircleDot, tone: classes.enough },
  'Not useful yet': { icon: TriangleAlert, tone: classes.notYet },
} as const satisfies Record<PackVerdict, object>;

function PackState({ pack: { verdict, missing } }: { pack: DisputeRow['packs'][number] }) {
  const { icon: Icon, tone } = looks[verdict];
  const [first, ...rest] = missing;
  return (
    <>
      <span className={classes.verdict}>
        <Icon size={14} strokeWidth={2} className={tone} aria-hidden />
        {verdict}
      </span>
      {first && (
        <span className={`${classes.second} ${classes.missing}`} title={missing.join(' · ')}>
          {first}
          {rest.length > 0 && ` and ${rest.length} more`}
        </span>
      )}
    </>
  );
}

/** Disputes per page: few, because the folder's list is below. */
const disputesShown = 8;

/** One page of disputes, most urgent first. Refetched when the folder's count changes. */
function useDisputes() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(search.get('disputes'))) || 1);
  const setPage = (next: number) =>
    setSearch(
      (now) => {
        const then = new URLSearchParams(now);
        if (next > 1) then.set('disputes', String(next));
        else then.delete('disputes');
        return then;
      },
      { replace: true },
    );
  const count = useFolderCounts().counts?.[folders.chargeBack.count] ?? null;
  const { data, dataUpdatedAt, error, isFetching, refetch } = useCall(defencePackCalls.disputes, {
    page,
    limit: disputesShown,
  });
  const total = data?.total ?? null;
  // 0 for the previous page's rows, which are shown while a page loads.
  const isOld = dataUpdatedAt === 0 || isFromEarlierVisit('chargeBack', dataUpdatedAt);
  useEffect(() => {
    if (isOld) void refetch({ cancelRefetch: false });
  }, [isOld, refetch]);

  /** Runs only when the count changes, because count and list may differ briefly. */
  const compare = useEffectEvent(() => {
    if (count !== null && total !== null && count !== total) void refetch();
  });
  useEffect(() => compare(), [count]);

  // The last page may have become empty.
  const lastPage = total === null ? null : Math.max(1, Math.ceil(total / disputesShown));
  const isPastEnd = lastPage !== null && page > lastPage;
  useEffect(() => {
    if (isPastEnd) setPage(lastPage);
  });

  return {
    rows: data?.data ?? null,
    total,
    /** The folder's count; null if unknown. */
    expected: count,
    error,
    isFetching,
    refetch,
    /** Whether the rows are from an earlier visit or another page. Such rows are inert until the response arrives. */
    isOld,
    page,
    lastPage,
    goTo: setPage,
  };
}
