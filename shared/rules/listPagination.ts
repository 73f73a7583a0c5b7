export const rowsPerPage = [10, 25, 50, 100, 500, 'all'] as const;
export const defaultRowsPerPage = 10;
/** The maximum number of rows on a page, except for `all`. */
export const maxRowsPerPage = 500;
export type RowsPerPage = (typeof rowsPerPage)[number];

/** A list's page and page size, kept in the URL for links and Back. */
export interface ListPagination {
  /** 1 or more. */
  page: number;
  limit: RowsPerPage;
}

/** The history state of a list opened by the `/` key: the search takes the focus, not the heading. */
export const searchState = { search: true } as const;
export const isSearchAsked = (state: unknown): boolean => (state as { search?: boolean } | null)?.search === true;

/** `?page=3&rows=25`; the default is page 1 with 10 rows (rules 7.2, 7.5). */
export function readPagination(search: URLSearchParams): ListPagination {
  const page = Number(search.get('page'));
  const limit = rowsPerPage.find((value) => String(value) === search.get('rows')) ?? defaultRowsPerPage;
  const isPage = Number.isSafeInteger(page) && page >= 1 && limit !== 'all';
  return { page: isPage ? page : 1, limit };
}

/** Writes page and page size into the query, omitting defaults and keeping other parameters. */
export function writePagination({ page, limit }: ListPagination, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  if (limit === defaultRowsPerPage) next.delete('rows');
  else next.set('rows', String(limit));
  return next;
}

export const ordersBefore = ({ page, limit }: ListPagination) => (limit === 'all' ? 0 : (page - 1) * limit);

/** The number of pages, at least 1. */
export const pageCount = (total: number, limit: RowsPerPage) =>
  limit === 'all' ? 1 : Math.max(1, Math.ceil(total / limit));
