import { pageCount, readPagination, writePagination } from './listPagination.ts';

const pagination = (search: string) => readPagination(new URLSearchParams(search));

test('without parameters a list is at page 1 with 10 rows', () => {
  expect(pagination('')).toEqual({ page: 1, limit: 10 });
});

test('page and rows per page come from the URL', () => {
  expect(pagination('page=3&rows=25')).toEqual({ page: 3, limit: 25 });
  expect(pagination('rows=all')).toEqual({ page: 1, limit: 'all' });
});

test.each(['page=0', 'page=-2', 'page=1.5', 'page=x', 'rows=11', 'rows=', 'page=9&rows=all&'])(
  'invalid values give the first page (%s)',
  (search) => expect(pagination(search).page).toBe(1),
);

test('the first page with 10 rows needs no parameters, and other parameters stay', () => {
  const search = new URLSearchParams('page=3&rows=25&q=tupou');
  expect(writePagination({ page: 1, limit: 10 }, search).toString()).toBe('q=tupou');
  expect(writePagination({ page: 2, limit: 'all' }, search).toString()).toBe('page=2&rows=all&q=tupou');
});

test('an empty folder has one page, and so has All', () => {
  expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10), pageCount(20_000, 'all')]).toEqual([1, 1, 2, 1]);
});
