import { act, render, screen, waitFor } from '@testing-library/react';
import { folderCalls } from '../api/folderCalls.ts';
import { fakeApi, tokenOf } from '../testing/fakeApi.ts';
import { folderCountsOf } from '../testing/folderCountsOf.ts';
import { refreshFolderCounts } from './folderCounts.ts';
import { signedIn } from './session/session.ts';
import { Toaster } from './toasts/Toaster.tsx';

test('the toast about counts that failed to load leaves once they load', async () => {
  signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
  const api = fakeApi().on(folderCalls.folderCounts, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  render(<Toaster />);
  await act(refreshFolderCounts);
  expect(screen.getByText('Something went wrong')).toBeVisible();
  api.on(folderCalls.folderCounts, () => ({ data: folderCountsOf() }));
  await act(refreshFolderCounts);
  // The timeout is shorter than the five seconds that a toast is shown.
  await waitFor(() => expect(screen.queryByText('Something went wrong')).toBeNull(), { timeout: 3_000 });
});
