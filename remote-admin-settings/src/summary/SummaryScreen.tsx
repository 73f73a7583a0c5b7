import { CalendarX2, ChartNoAxesColumn, Download } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Call } from 'shared/api/call';
import type { summaryCalls } from 'shared/api/summaryCalls';
import { type CallError, dismissToast, toastError, toastSuccess, useCall, usePersistentToasts } from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { Card, EmptyState, FailedState, RetryNote, SkeletonRows } from 'shared/kit';
import { Button, Screen } from 'shared/kit/base';
import type * as v from 'valibot';
import { type RequestedRange, RangeForm } from './RangeForm.tsx';
import {
  type SummaryTexts,
  type SummaryRow,
  NameSearch,
  SummaryTable,
  defaultSort,
  filterRows,
  type Sort,
  sortRows,
} from './SummaryTable.tsx';
import classes from './Summary.module.css';
import { SummaryChart } from './SummaryChart.tsx';
import { exportSummary } from './exportSummary.ts';

export interface Summary<Row> extends SummaryTexts {
  call: Call<typeof summaryCalls.countries.input, v.GenericSchema<unknown, readonly Row[]>>;
  rowOf: (row: Row) => SummaryRow;
}

/** A summary (rules 15.1, 15.6): range, search, table with totals, and chart. */
export function SummaryScreen<Row>({ about }: { about: Summary<Row> }) {
  const [term, setTerm] = useState('');
  const [sort, setSort] = useState<Sort>(defaultSort);
  const { requestedRange, ask } = useRequestedRange();
  const loaded = useCall(about.call, requestedRange);
  const { error, isFetching, isPlaceholderData } = loaded;
  // Required by rule 18.6.
  usePersistentToasts();
  useLoadToast(loaded);
  const rows = loaded.data?.data.map(about.rowOf);
  const shown = rows && sortRows(filterRows(rows, term), sort);
  const reload = () => void loaded.refetch();
  const submit = (next: RequestedRange) => {
    if (next.fromDate === requestedRange.fromDate && next.toDate === requestedRange.toDate) reload();
    else ask(next);
  };
  return (
    <Screen
      title={about.title}
      actions={
        <Button
          variant="outlined"
          // While a new range loads, the rows do not match the file's name.
          disabled={!shown?.length || isPlaceholderData}
          startIcon={<Download size={15} strokeWidth={1.75} aria-hidden />}
          onClick={() => exportSummary(about, requestedRange, shown ?? [])}
        >
          Export CSV
        </Button>
      }
    >
      <Card label="Date range and search" padded={false} className={classes.filters}>
        <RangeForm requestedRange={requestedRange} error={error} onSubmit={submit} />
        <NameSearch searched={about.searched} term={term} onChange={setTerm} />
      </Card>
      {shown && shown.length > 0 ? (
        <>
          {error && (
            <RetryNote className={classes.stale} retrying={isFetching} onRetry={reload}>
              <b>These figures are from {clockTime(loaded.dataUpdatedAt)} (UTC).</b> Refreshing failed.
            </RetryNote>
          )}
          <div className={classes.split} aria-busy={isFetching} data-stale={isPlaceholderData || undefined}>
            <SummaryTable about={about} rows={shown} sort={sort} onSort={setSort} />
            <SummaryChart about={about} rows={shown} />
          </div>
        </>
      ) : (
        <Card label={shown || !error ? about.title : `${about.title} could not be loaded`} padded={false}>
          {shown ? (
            // If the range itself has no orders, do not blame the search.
            <NoRows
              about={about}
              requestedRange={requestedRange}
              term={rows.length > 0 ? term : ''}
              onClear={() => setTerm('')}
            />
          ) : error ? (
            <Failed title={`${about.title} could not be loaded`} error={error} retrying={isFetching} onRetry={reload} />
          ) : (
            <SkeletonRows rowHeight={41} />
          )}
        </Card>
      )}
    </Screen>
  );
}

interface NoRowsProps {
  about: SummaryTexts;
  requestedRange: RequestedRange;
  term: string;
  onClear: () => void;
}

function NoRows({ about, requestedRange, term, onClear }: NoRowsProps) {
  const empty = about.empty[requestedRange.fromDate || requestedRange.toDate ? 'range' : 'everything'];
  return (
    <EmptyState
      icon={<ChartNoAxesColumn size={24} strokeWidth={1.75} aria-hidden />}
      title="No records found"
      action={
        term && (
          <Button variant="outlined" onClick={onClear}>
            Clear search
          </Button>
        )
      }
    >
      {term ? `No ${about.searched} contains “${term}”.` : empty}
    </EmptyState>
  );
}

/** A `FailedState`, but without Retry for invalid dates, because a retry would fail too. */
function Failed(failed: ComponentProps<typeof FailedState> & { error: CallError }) {
  if (failed.error.httpStatus !== 400) return <FailedState {...failed} />;
  return (
    <EmptyState icon={<CalendarX2 size={24} strokeWidth={1.75} aria-hidden />} title={failed.title}>
      {failed.error.message} Choose other dates and submit.
    </EmptyState>
  );
}

/** The range, kept in the URL (`?from=2026-11-01&to=2026-11-21`) for reload, links and Back. */
function useRequestedRange() {
  const [search, setSearch] = useSearchParams();
  const requestedRange: RequestedRange = { fromDate: search.get('from') ?? '', toDate: search.get('to') ?? '' };
  const ask = ({ fromDate, toDate }: RequestedRange) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [name, day] of Object.entries({ from: fromDate, to: toDate })) {
        if (day) next.set(name, day);
        else next.delete(name);
      }
      return next;
    });
  return { requestedRange, ask };
}

const place = 'summary';

/**
 * Toasts the server's message after every load (rule 15.7). The toast stays until it is dismissed or replaced, or the
 * screen is left.
 */
function useLoadToast({ data, error, isFetching, dataUpdatedAt, errorUpdatedAt }: ReturnType<typeof useCall>): void {
  useEffect(() => {
    if (isFetching) return;
    // An expired session has shown its own toast.
    if (error && error.httpStatus !== 401) toastError(error.message, { id: place });
    else if (!error && data) toastSuccess(data.message, { id: place });
    // Runs once per load.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFetching, dataUpdatedAt, errorUpdatedAt]);
  useEffect(() => () => dismissToast(place), []);
}
