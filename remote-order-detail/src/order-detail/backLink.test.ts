import { parseListUrl, readListUrl, listUrlAt } from './backLink.ts';

test('the way back is the list one came from, when it is one of this site', () => {
  expect(readListUrl({ from: '/admin/recent-order?page=3' })).toBe('/admin/recent-order?page=3');
  expect(readListUrl({ from: 'https://elsewhere.example' })).toBeNull();
  expect(readListUrl(null)).toBeNull();
});

test.each([
  ['/admin/recent-order?page=10', 98, '/admin/recent-order?page=10'],
  ['/admin/recent-order?page=10', 100, '/admin/recent-order?page=11'],
  ['/admin/recent-order?page=2&rows=25&q=tupou', 20, '/admin/recent-order?rows=25&q=tupou'],
  ['/admin/recent-order', 3, '/admin/recent-order'],
  ['/admin/recent-order?rows=all', 700, '/admin/recent-order?rows=all'],
])('the way back to %s, with %i orders before this one, leads to its page', (list, before, page) => {
  expect(listUrlAt(list, before)).toBe(page);
});

test('the address of a list says which folder it shows, of which month, and what is searched', () => {
  expect(parseListUrl('/admin/recent-order?page=3&rows=25')).toEqual({
    folder: 'newOrder',
    month: undefined,
    term: '',
  });
  expect(parseListUrl('/admin/future-order?month=Mar&q= tupou ')).toEqual({
    folder: 'futureOrder',
    month: 'Mar',
    term: 'tupou',
  });
});

test('a month is one of Future Order alone, and another screen shows no list', () => {
  expect(parseListUrl('/admin/my-order?month=Mar')?.month).toBeUndefined();
  expect(parseListUrl('/admin')).toBeNull();
  expect(parseListUrl('/admin/manage-team')).toBeNull();
});
