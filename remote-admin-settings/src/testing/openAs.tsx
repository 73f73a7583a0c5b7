/** A screen of this remote over a faked network, for whoever is signed in. */
import { act, render } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router-dom';
import { queryClient, signedIn, Toaster } from 'shared/desk';
import type { Role } from 'shared/rules/permissions';
import { tokenOf } from 'shared/testing/fakeApi';
import type { ReactElement } from 'react';
import { StaffTheme } from 'shared/kit/base';

/** Draws the screen inside the remote's frame, with its toasts; the member is called Max Manager whatever the role. */
export function openAs(role: Role, screen: ReactElement) {
  queryClient.clear();
  act(() => {
    toast.remove();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: role }));
  });
  return render(
    <MemoryRouter>
      <StaffTheme>{screen}</StaffTheme>
      <Toaster />
    </MemoryRouter>,
  );
}
