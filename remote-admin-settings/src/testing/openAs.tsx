import { act, render } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { queryClient, signedIn, Toaster } from 'shared/desk';
import type { Role } from 'shared/rules/permissions';
import { tokenOf } from 'shared/testing/fakeApi';
import type { ReactElement } from 'react';
import { StaffTheme } from 'shared/kit/base';

/** Renders the screen with toasts, for a member named Max Manager who has this role. */
export function openAs(role: Role, screen: ReactElement, at = '/') {
  queryClient.clear();
  act(() => {
    toast.remove();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: role }));
  });
  return render(
    <MemoryRouter initialEntries={[at]}>
      <StaffTheme>{screen}</StaffTheme>
      <Toaster />
    </MemoryRouter>,
  );
}
