import { waitFor } from '@testing-library/react';
import { firstCallAddress } from 'shared/remote/firstCall';
import { folders, type FolderName } from 'shared/rules/folders';
import { descriptor } from './descriptor.ts';
import { fakeNetwork, memberName, openList, ordersOf } from './order-list/testing.tsx';

const addressOf = (path: string, query: URLSearchParams) => `${path}?${query}`;

// Made before the list is there: another address than the list's own would be a call in vain, and a second one.
test.each<[FolderName, string]>([
  ['newOrder', ''],
  ['completedOrder', '?page=3'],
  ['allOrder', '?page=2&rows=25'],
  ['deletedOrder', '?rows=all'],
])('the first call of %s%s is the one that its list makes', async (folder, search) => {
  const asked = fakeNetwork({ orders: ordersOf(80) });
  openList(folder, { search });
  await waitFor(() => expect(asked).not.toHaveLength(0));
  const { path, search: query } = asked[0]!;
  const { firstCall } = descriptor.routes.find((route) => route.path === folders[folder].path)!;
  const described = firstCallAddress(firstCall!, { params: {}, search: new URLSearchParams(search), memberName })!;
  const url = new URL(described, 'http://localhost');
  url.searchParams.sort();
  query.sort();
  expect(addressOf(url.pathname, url.searchParams)).toBe(addressOf(`/api${path}`, query));
});

test('a search makes another call, so none is made before it', () => {
  const { firstCall } = descriptor.routes.find((route) => route.path === folders.newOrder.path)!;
  const search = new URLSearchParams('?q=smith');
  expect(firstCallAddress(firstCall!, { params: {}, search, memberName })).toBeNull();
});
