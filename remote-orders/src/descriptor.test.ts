import { waitFor } from '@testing-library/react';
import { queryClient, queryOptions } from 'shared/desk';
import { firstCallDefinition, firstCallInput } from 'shared/remote/firstCall';
import { folders, type FolderName } from 'shared/rules/folders';
import { descriptor } from './descriptor.ts';
import { fakeNetwork, memberName, openList, ordersOf } from './order-list/testing.tsx';

const firstCallOf = (folder: FolderName) =>
  descriptor.routes.find((route) => route.path === folders[folder].path)!.firstCall!;

// With any other query key, the list would not use the prefetched response.
test.each<[FolderName, string]>([
  ['newOrder', ''],
  ['completedOrder', '?page=3'],
  ['allOrder', '?page=2&rows=25'],
  ['deletedOrder', '?rows=all'],
])('the first call of %s%s has the query key of its list', async (folder, search) => {
  fakeNetwork({ orders: ordersOf(80) });
  openList(folder, { search });
  const asked = { params: {}, search: new URLSearchParams(search), memberName };
  const { queryKey } = queryOptions(
    firstCallDefinition(firstCallOf(folder)),
    firstCallInput(firstCallOf(folder), asked)!,
  );
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
});

test('a search makes another call, so it has no first call', () => {
  const search = new URLSearchParams('?q=smith');
  expect(firstCallInput(firstCallOf('newOrder'), { params: {}, search, memberName })).toBeNull();
});
