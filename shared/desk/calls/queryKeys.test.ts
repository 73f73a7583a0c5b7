import { folderOfKey, isOrderKey, queryKeys } from './queryKeys.ts';

const page = { term: '', limit: 10, page: 1 };

test('a page of a list begins with its folder, so that leaving the folder clears it', () => {
  expect(queryKeys.list('newOrder', page).slice(0, 1)).toEqual(queryKeys.folder('newOrder'));
  expect(queryKeys.list('newOrder', page).slice(0, 2)).toEqual(queryKeys.lists('newOrder'));
  expect(folderOfKey(queryKeys.list('newOrder', page))).toBe('newOrder');
});

test('pages that show other orders have other keys', () => {
  const keys = [
    queryKeys.list('futureOrder', page),
    queryKeys.list('futureOrder', { ...page, page: 2 }),
    queryKeys.list('futureOrder', { ...page, limit: 'all' }),
    queryKeys.list('futureOrder', { ...page, term: 'Max' }),
    queryKeys.list('futureOrder', { ...page, month: 'Dec' }),
  ];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
});

test('an order belongs to no folder', () => {
  expect(isOrderKey(queryKeys.order('100471'))).toBe(true);
  expect(folderOfKey(queryKeys.order('100471'))).toBeNull();
  expect(isOrderKey(queryKeys.months())).toBe(false);
});
