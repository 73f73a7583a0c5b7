import { CalendarX2, ChartNoAxesColumn, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type CallError, dismissToast, toastError, toastSuccess, useToastsStay } from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { Card, EmptyState, FailedState, RetryNote, SkeletonRows } from 'shared/kit';
import { Button, Screen } from 'shared/kit/base';
import type { BarSeries } from 'shared/kit/chart';
import { NameSearch, SummaryTable, firstSort, foundRows, type Sort, sortedRows } from './SummaryTable.tsx';
import { RangeForm } from './RangeForm.tsx';
import classes from './Summary.module.css';
import { SummaryChart } from './SummaryChart.tsx';
import { exportSummary } from './exportSummary.ts';

/** One row of a summary as it is shown: its name, and a figure for each head. */
export interface SummaryRow {
  name: string;
  figures: readonly number[];
}

/** The texts and columns of one summary. */
export interface SummaryAbout {
  title: string;
  /** Above the names. */
  nameHead: string;
  /** Above the figures; the first is the sum, by which the table is sorted at first. */
  figureHeads: readonly [string, ...string[]];
  /** The searched column: "nationality". */
  searched: string;
  /** `figure` is the place of each part of a bar among the figures. */
  chart: { title: string; series: readonly (BarSeries & { figure: number })[] };
  /** How the name of its CSV begins. */
  fileName: string;
  /** Why nothing is shown: "No order came in". */
  empty: string;
}

interface SummaryScreenProps {
  about: SummaryAbout;
  range: ReturnType<typeof useAskedRange>;
  loaded: Loaded & { isPlaceholderData: boolean; refetch: () => unknown };
  /** Null: not here yet, or not at all. */
  rows: readonly SummaryRow[] | null;
}

/** A summary (rules 15.1, 15.6): its days, a search in what was loaded, the table with its totals, and a chart of it. */
export function SummaryScreen({ about, range, loaded, rows }: SummaryScreenProps) {
  const [term, setTerm] = useState('');
  const [sort, setSort] = useState<Sort>(firstSort);
  // Rules 18.6.
  useToastsStay();
  useLoadToast(loaded);
  const { asked, ask } = range;
  const shown = rows && sortedRows(foundRows(rows, term), sort);
  const reload = () => void loaded.refetch();
  const submit = (next: AskedRange) => {
    if (next.fromDate === asked.fromDate && next.toDate === asked.toDate) reload();
    else ask(next);
  };
  return (
    <Screen
      title={about.title}
      actions={
        <Button
          variant="outlined"
          // What stands here while other days are on their way is not of the days that its name would say.
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
        // Where there is nothing at all, it is not the search that found nothing.
        term={rows?.length ? term : ''}
      />
    </Screen>
  );
}

interface ResultsProps extends Pick<SummaryScreenProps, 'about' | 'loaded' | 'rows'> {
  asked: AskedRange;
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
            ? `No ${about.searched} has “${term}” in it.`
            : `${about.empty}${asked.fromDate || asked.toDate ? ' on these days' : ' yet'}.`}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {error && (
        <RetryNote className={classes.stale} retrying={loaded.isFetching} onRetry={reload}>
          <b>These figures are from {clockTime(loaded.dataUpdatedAt)}.</b> Loading them anew failed.
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

/** Days that cannot be are told under their fields too: no retry makes them right, but another choice. */
function Failed({ title, error, loaded, reload }: FailedProps) {
  return (
    <Card label={title} padded={false}>
      {error.httpStatus === 400 ? (
        <EmptyState icon={<CalendarX2 size={24} strokeWidth={1.75} aria-hidden />} title={title}>
          {error.message} Choose other days and submit.
        </EmptyState>
      ) : (
        <FailedState title={title} error={error} onRetry={reload} retrying={loaded.isFetching} />
      )}
    </Card>
  );
}

/** Two days, YYYY-MM-DD; empty: no end on that side. */
export interface AskedRange {
  fromDate: string;
  toDate: string;
}

/** The days that the address names (`?from=2026-11-01&to=2026-11-21`), so that a reload, a link and Back show the same. */
export function useAskedRange() {
  const [search, setSearch] = useSearchParams();
  const asked: AskedRange = { fromDate: search.get('from') ?? '', toDate: search.get('to') ?? '' };
  const ask = ({ fromDate, toDate }: AskedRange) =>
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

/** What a summary knows of its newest load. */
interface Loaded {
  data: { message: string } | undefined;
  error: CallError | null;
  isFetching: boolean;
  /** When the last load came, and when the last one failed, in ms. */
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

const place = 'summary';

/**
 * Tells how each load ended, in the server's words (rules 15.7). It stays until it is closed, the next load takes its
 * place, or the screen is left.
 */
function useLoadToast({ data, error, isFetching, dataUpdatedAt, errorUpdatedAt }: Loaded): void {
  useEffect(() => {
    if (isFetching) return;
    // A dead session has had its toast.
    if (error && error.httpStatus !== 401) toastError(error.message, { id: place });
    else if (!error && data) toastSuccess(data.message, { id: place });
    // Once a load: what came is read when it has ended.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFetching, dataUpdatedAt, errorUpdatedAt]);
  useEffect(() => () => dismissToast(place), []);
}
