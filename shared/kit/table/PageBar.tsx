import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import Select from '@mui/material/Select';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { count } from '../../format/count.ts';
import { ordersBefore, pageCount, rowsPerPage, type RowsPerPage } from '../../rules/listPagination.ts';
import classes from './PageBar.module.css';

interface Pagination {
  page: number;
  pageSize: RowsPerPage;
}

interface PageBarProps extends Pagination {
  /** The page that stays on screen while the next one loads. */
  standing?: Pagination;
  /** Null while loading. */
  total: number | null;
  /** Whether the total is a minimum: "1,000+". */
  more?: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: RowsPerPage) => void;
}

/** A list's footer: rows per page, "1–10 of 248", the pages. */
export function PageBar({
  page,
  pageSize,
  standing = { page, pageSize },
  total,
  more = false,
  onPage,
  onPageSize,
}: PageBarProps) {
  const phone = useMediaQuery('(max-width: 767px)');
  if (total === null) return <div className={classes.bar}>Not loaded yet</div>;
  if (total === 0) return <div className={classes.bar}>0 orders</div>;
  const pages = pageCount(total, pageSize);
  return (
    <div className={classes.bar}>
      <span className={classes.size}>
        <span id="rows-per-page">Rows per page</span>
        <Select
          className={classes.select}
          value={String(pageSize)}
          IconComponent={ChevronDown}
          // The accessible name consists of the label and the value.
          SelectDisplayProps={{ 'aria-labelledby': 'rows-per-page rows-per-page-value', id: 'rows-per-page-value' }}
          MenuProps={noExitTransition}
          onChange={({ target }) => onPageSize(rowsPerPage.find((size) => String(size) === target.value)!)}
        >
          {rowsPerPage.map((size) => (
            <MenuItem key={size} value={String(size)}>
              {size === 'all' ? 'All' : size}
            </MenuItem>
          ))}
        </Select>
      </span>
      <span className={classes.range}>{range(standing, total, more)}</span>
      {pages > 1 && (
        <Pagination
          className={classes.pager}
          aria-label="Pages"
          count={pages}
          page={Math.min(page, pages)}
          size={phone ? 'large' : 'medium'}
          getItemAriaLabel={pageName}
          renderItem={(item) => <PaginationItem {...item} slots={arrows} />}
          onChange={(_, next) => onPage(next)}
        />
      )}
    </div>
  );
}

/** Closes at once: a fading menu would still catch keys meant for the rows. */
const noExitTransition = { transitionDuration: { exit: 0 } };

const arrows = {
  previous: () => <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />,
  next: () => <ChevronRight size={16} strokeWidth={1.75} aria-hidden />,
};

function pageName(type: string, page: number | null, selected: boolean): string {
  if (type === 'page') return selected ? `Page ${page}` : `Go to page ${page}`;
  return `Go to ${type} page`;
}

function range({ page, pageSize }: Pagination, total: number, more: boolean) {
  const before = ordersBefore({ page, limit: pageSize });
  const last = pageSize === 'all' ? total : Math.min(before + pageSize, total);
  const of = `of ${count(total)}${more ? '+' : ''}`;
  return before < total ? `${count(before + 1)}–${count(last)} ${of}` : of;
}
