import { parseListUrl, readListUrl, listUrlAt } from './OrderStepper.tsx';

test('the back link leads to the list from which the order was opened, if that is on this site', () => {
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
])('the link back to %s, with %i orders before this one, has its page', (list, before, page) => {
  expect(listUrlAt(list, before)).toBe(page);
});

test('the URL of a list gives its folder, month and search', () => {
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

test('only Future Order has a month, and other screens have no list', () => {
  expect(parseListUrl('/admin/my-order?month=Mar')?.month).toBeUndefined();
  expect(parseListUrl('/admin')).toBeNull();
  expect(parseListUrl('/admin/manage-team')).toBeNull();
});
