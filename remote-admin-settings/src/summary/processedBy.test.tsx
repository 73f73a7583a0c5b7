import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { summaryCalls } from 'shared/api/summaryCalls';
import { fakeApi } from 'shared/testing/fakeApi';
import { openSummary, rowOf, tableRows } from './testing.tsx';
import { ProcessedByScreen } from './summaries.tsx';

test('members are listed with their order counts and found by name, and deleted members are marked', async () => {
  fakeApi().on(summaryCalls.processedBy, () => ({
    message: '16 orders processed',
    data: [
      { processed_by: 'Tia Team', count: 9 },
      { processed_by: 'Max Manager', count: 5 },
      { processed_by: 'Tia Team', count: 2, deleted: true as const },
    ],
  }));
  openSummary(ProcessedByScreen);
  await rowOf('Max Manager');
  expect(screen.getByRole('heading', { level: 1, name: 'Processed By' })).toBeVisible();
  expect(tableRows()).toEqual([
    ['S. No', 'Name', 'Order Count'],
    ['1', 'Tia Team', '9'],
    ['2', 'Max Manager', '5'],
    ['3', 'Tia Team (deleted)', '2'],
    ['', 'Total', '16'],
  ]);
  expect(await screen.findByRole('img', { name: /^Bar chart: Tia Team 9, / })).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'tia');
  expect(tableRows().at(-1)).toEqual(['', 'Total', '11']);
});

test('before the first completed order the page says that there is none', async () => {
  fakeApi().on(summaryCalls.processedBy, () => ({ message: 'No orders processed', data: [] }));
  openSummary(ProcessedByScreen);
  expect(await screen.findByText('No records found')).toBeVisible();
  expect(screen.getByText('No orders have been completed yet.')).toBeVisible();
});

test('dates without orders say so, even with a search term', async () => {
  fakeApi().on(summaryCalls.processedBy, ({ fromDate }) => ({
    message: 'Orders processed',
    data: fromDate ? [] : [{ processed_by: 'Tia Team', count: 9 }],
  }));
  openSummary(ProcessedByScreen);
  await rowOf('Tia Team');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'tia');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '20/11/2026' } });
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('No orders were completed on these dates.')).toBeVisible();
  expect(screen.queryByText(/has “tia” in it/)).toBeNull();
});
