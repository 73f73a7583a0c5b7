import { CalendarX2, ChartNoAxesColumn, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CallError, dismissToast, toastError, toastSuccess, usePersistentToasts } from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { Card, EmptyState, FailedState, RetryNote, SkeletonRows } from 'shared/kit';
import { Button, Screen } from 'shared/kit/base';
import { type RequestedRange, RangeForm } from './RangeForm.tsx';
import {
  type SummaryConfig,
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

interface SummaryScreenProps {
  about: SummaryConfig;
  range: ReturnType<typeof useRequestedRange>;
  loaded: Loaded & { isPlaceholderData: boolean; refetch: () => unknown };
  /** Null while loading or after an error. */
  rows: readonly SummaryRow[] | null;
}

/** A summary (rules 15.1, 15.6): range, search, table with totals, and chart. */
export function SummaryScreen({ about, range, loaded, rows }: SummaryScreenProps) {
  const [term, setTerm] = useState('');
  const [sort, setSort] = useState<Sort>(defaultSort);
  // Required by rules 18.6.
  usePersistentToasts();
  useLoadToast(loaded);
  const { asked, ask } = range;
  const shown = rows && sortRows(filterRows(rows, term), sort);
  const reload = () => void loaded.refetch();
  const submit = (next: RequestedRange) => {
    if (next.fromDate === asked.fromDate && next.toDate === asked.toDate) reload();
    else ask(next);
  };
  return (
    <Screen
      title={about.title}
      actions={
        <Button
          variant="outlined"
          // While loading, the rows do not match the name of the file.
          disabled={!shown?.length || loaded.isPlaceholderData}
          startIcon={<Download size={15} strokeWidth={1.75} aria-hidden />}
          onClick={() => exportSummary(about, asked, shown ?? [])}
        >
          Export CSV
        </Button>
      }
    >
      <Card label="Days and search" padded={false} className={classes.filters}>
        <RangeForm asked={asked} error={loaded.error} onSubmit={submit} />
        <NameSearch searched={about.searched} term={term} onChange={setTerm} />
      </Card>
      <Results
        {...{ about, asked, setTerm, loaded, rows: shown, sort, setSort, reload }}
        // An empty range does not count as a failed search.
        term={rows?.length ? term : ''}
      />
    </Screen>
  );
}

interface ResultsProps extends Pick<SummaryScreenProps, 'about' | 'loaded' | 'rows'> {
  asked: RequestedRange;
  term: string;
  setTerm: (term: string) => void;
  sort: Sort;
  setSort: (sort: Sort) => void;
  reload: () => void;
}

function Results({ about, asked, term, setTerm, loaded, rows, sort, setSort, reload }: ResultsProps) {
  const { error } = loaded;
  if (!rows && error) {
    return <Failed title={`${about.title} could not be loaded`} error={error} loaded={loaded} reload={reload} />;
  }
  if (!rows) {
    return (
      <Card label={about.title} padded={false}>
        <SkeletonRows rowHeight={41} />
      </Card>
    );
  }
  if (rows.length === 0) {
    return (
      <Card label={about.title} padded={false}>
        <EmptyState
          icon={<ChartNoAxesColumn size={24} strokeWidth={1.75} aria-hidden />}
          title="No records found"
          action={
            term && (
              <Button variant="outlined" onClick={() => setTerm('')}>
                Clear search
              </Button>
            )
          }
        >
          {term
            ? `No ${about.searched} contains “${term}”.`
            : `${about.empty}${asked.fromDate || asked.toDate ? ' on these dates' : ' yet'}.`}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {error && (
        <RetryNote className={classes.stale} retrying={loaded.isFetching} onRetry={reload}>
          <b>These figures are from {clockTime(loaded.dataUpdatedAt)} (UTC).</b> Refreshing failed.
        </RetryNote>
      )}
      <div className={classes.split} aria-busy={loaded.isFetching} data-stale={loaded.isPlaceholderData || undefined}>
        <SummaryTable about={about} rows={rows} sort={sort} onSort={setSort} />
        <SummaryChart about={about} rows={rows} />
      </div>
    </>
  );
}

interface FailedProps {
  title: string;
  error: CallError;
  loaded: Loaded;
  reload: () => void;
}

/** Shows errors of dates under their fields, without Retry. */
function Failed({ title, error, loaded, reload }: FailedProps) {
  return (
    <Card label={title} padded={false}>
      {error.httpStatus === 400 ? (
        <EmptyState icon={<CalendarX2 size={24} strokeWidth={1.75} aria-hidden />} title={title}>
          {error.message} Choose other dates and submit.
        </EmptyState>
      ) : (
        <FailedState title={title} error={error} onRetry={reload} retrying={loaded.isFetching} />
      )}
    </Card>
  );
}

/** The range in the URL (`?from=2026-11-01&to=2026-11-21`), which keeps it for reload, links and Back. */
export function useRequestedRange() {
  const [search, setSearch] = useSearchParams();
  const asked: RequestedRange = { fromDate: search.get('from') ?? '', toDate: search.get('to') ?? '' };
  const ask = ({ fromDate, toDate }: RequestedRange) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [name, day] of Object.entries({ from: fromDate, to: toDate })) {
        if (day) next.set(name, day);
        else next.delete(name);
      }
      return next;
    });
  return { asked, ask };
}

interface Loaded {
  data: { message: string } | undefined;
  error: CallError | null;
  isFetching: boolean;
  /** When the last load succeeded, and when one last failed, in ms. */
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

const place = 'summary';

/**
 * Toasts the server's message after every load (rules 15.7). The toast stays until it is dismissed or replaced, or the
 * screen is left.
 */
function useLoadToast({ data, error, isFetching, dataUpdatedAt, errorUpdatedAt }: Loaded): void {
  useEffect(() => {
    if (isFetching) return;
    // An expired session has shown its own toast.
    if (error && error.httpStatus !== 401) toastError(error.message, { id: place });
    else if (!error && data) toastSuccess(data.message, { id: place });
    // Runs once per load.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFetching, dataUpdatedAt, errorUpdatedAt]);
  useEffect(() => () => dismissToast(place), []);
}
