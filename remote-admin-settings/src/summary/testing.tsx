/** A signed-in member, an address and a fake API for the tests of the summaries. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import toast from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { queryClient, signedIn, Toaster } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import { tokenOf } from 'shared/testing/fakeApi';

export function openSummary(Screen: ComponentType, search = '') {
  queryClient.clear();
  act(() => {
    toast.remove();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
  });
  return render(
    <MemoryRouter initialEntries={[`/admin/summary${search}`]}>
      <StaffTheme>
        <QueryClientProvider client={queryClient}>
          <Screen />
          <Address />
          <Toaster />
        </QueryClientProvider>
      </StaffTheme>
    </MemoryRouter>,
  );
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

export const address = () => screen.getByTestId('address').textContent;

/** The rows of the table as texts, head and totals among them. */
export const tableRows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

/** The head of a row, once it is there: the chart has the names too. */
export const rowOf = (name: string) => screen.findByRole('rowheader', { name });
