/** Test helpers that open a summary and read its table. */
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { openAs } from '../testing/openAs.tsx';

export const openSummary = (Screen: ComponentType, search = '') =>
  openAs(
    'Manager',
    <>
      <Screen />
      <Address />
    </>,
    `/admin/summary${search}`,
  );

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

export const address = () => screen.getByTestId('address').textContent;

/** The texts of all rows, header and totals included. */
export const tableRows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

/** Finds a row by its header, because the chart contains the names as well. */
export const rowOf = (name: string) => screen.findByRole('rowheader', { name });
