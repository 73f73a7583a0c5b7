import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useGridApiRef } from '@mui/x-data-grid';
import type { ComponentProps } from 'react';
import { DataTable } from './DataTable.tsx';
import { StaffTheme } from '../theme/StaffTheme.tsx';

const rows = ['100498', '100497', '100495'].map((id) => ({ id }));
const columns = [{ field: 'id', headerName: 'Order ID', width: 74 }];
const idOf = (row: { id: string }) => row.id;
const nameOf = (row: { id: string }) => `order ${row.id}`;

type TableProps = Partial<ComponentProps<typeof DataTable<{ id: string }>>>;

function Table(given: TableProps) {
  return (
    <DataTable
      label="New Orders"
      rows={rows}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      selection={new Set(['100497', '100300'])}
      onSelectionChange={() => undefined}
      selectWidth={42}
      cursor={null}
      onCursorChange={() => undefined}
      rowHeight={51}
      loading={false}
      empty={null}
      apiRef={useGridApiRef()}
      {...given}
    />
  );
}

function show(more: TableProps = {}) {
  const onSelectionChange = jest.fn();
  render(<Table onSelectionChange={onSelectionChange} {...more} />, { wrapper: StaffTheme });
  return onSelectionChange;
}

test('a row’s checkbox is named by its order and shows whether it is selected', () => {
  show();
  expect(screen.getByRole('checkbox', { name: 'Select order 100497' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select order 100498' })).not.toBeChecked();
});

test('selecting a row keeps the selection of other pages', async () => {
  const changed = show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select order 100498' }));
  expect(changed).toHaveBeenLastCalledWith(new Set(['100497', '100300', '100498']));
});

test('Space on a row’s checkbox selects the row once', async () => {
  const changed = show();
  screen.getByRole('checkbox', { name: 'Select order 100498' }).focus();
  await userEvent.keyboard(' ');
  expect(changed.mock.calls).toEqual([[new Set(['100497', '100300', '100498'])]]);
});

test('Space on a row selects it without scrolling', async () => {
  const changed = show();
  const cell = screen.getByRole('gridcell', { name: '100498' });
  await userEvent.click(cell);
  await userEvent.keyboard(' ');
  expect(changed.mock.calls).toEqual([[new Set(['100497', '100300', '100498'])]]);
  expect(cell).toHaveFocus();
});

test('the header’s checkbox selects this page only', async () => {
  const changed = show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(changed).toHaveBeenLastCalledWith(new Set(['100497', '100300', '100498', '100495']));
});

test('without rows the given content is shown', () => {
  show({ rows: [], empty: <p>No records found</p> });
  expect(screen.getByText('No records found')).toBeInTheDocument();
});

test('the row with the keyboard cursor is marked', () => {
  show({ cursor: '100495' });
  expect(document.querySelector('[data-id="100495"]')).toHaveClass('cursor');
});

test('the first load shows skeleton rows after 150 ms', () => {
  jest.useFakeTimers();
  show({ rows: [], loading: true });
  const skeleton = () => document.querySelector('.MuiDataGrid-skeletonLoadingOverlay');
  act(() => jest.advanceTimersByTime(149));
  expect(skeleton()).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(skeleton()).not.toBeNull();
  jest.useRealTimers();
});

test('a phone reserves the height of a whole page while it loads', () => {
  show({ rows: [], loading: true });
  const area = document.querySelector<HTMLElement>('[aria-busy=true]')!;
  expect(area.style.getPropertyValue('--rows')).toBe('10');
});
