/** Where in a folder one is: the address says it, so that a link opens just that and Back works. */
import { rowsPerPage, type RowsPerPage } from './rowsPerPage.ts';

export interface ListPlace {
  /** 1 or more. */
  page: number;
  limit: RowsPerPage;
}

const firstPlace: ListPlace = { page: 1, limit: 10 };

/** `?page=3&rows=25`; what is missing or no such value is page 1 with 10 rows (rules 7.2, 7.5). */
export function placeOf(search: URLSearchParams): ListPlace {
  const page = Number(search.get('page'));
  const limit = rowsPerPage.find((value) => String(value) === search.get('rows')) ?? firstPlace.limit;
  const isPage = Number.isSafeInteger(page) && page >= 1 && limit !== 'all';
  return { page: isPage ? page : firstPlace.page, limit };
}

/** The search part of a place; the first page with 10 rows has none. Whatever else it says stays. */
export function searchOf({ page, limit }: ListPlace, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  if (page === firstPlace.page) next.delete('page');
  else next.set('page', String(page));
  if (limit === firstPlace.limit) next.delete('rows');
  else next.set('rows', String(limit));
  return next;
}

/** How many pages `total` orders make; one at least. */
export const pageCount = (total: number, limit: RowsPerPage) =>
  limit === 'all' ? 1 : Math.max(1, Math.ceil(total / limit));
