import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DataTable } from './DataTable.tsx';
import { StaffTheme } from '../theme/StaffTheme.tsx';

const rows = ['100498', '100497', '100495'].map((id) => ({ id }));
const columns = [{ field: 'id', headerName: 'Order ID', width: 74 }];
const idOf = (row: { id: string }) => row.id;
const nameOf = (row: { id: string }) => `order ${row.id}`;

function show(more: Partial<Parameters<typeof DataTable<{ id: string }>>[0]> = {}) {
  const onSelectionChange = jest.fn();
  render(
    <StaffTheme>
      <DataTable
        label="New Orders"
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        selection={new Set(['100497', '100300'])}
        onSelectionChange={onSelectionChange}
        rowHeight={51}
        {...more}
      />
    </StaffTheme>,
  );
  return onSelectionChange;
}

test('a row’s checkbox is named by its order and shows whether it is selected', () => {
  show();
  expect(screen.getByRole('checkbox', { name: 'Select order 100497' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select order 100498' })).not.toBeChecked();
});

test('selecting a row keeps what other pages have selected', async () => {
  const changed = show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select order 100498' }));
  expect(changed).toHaveBeenLastCalledWith(new Set(['100497', '100300', '100498']));
});

test('Space on a row’s checkbox selects it once', async () => {
  const changed = show();
  screen.getByRole('checkbox', { name: 'Select order 100498' }).focus();
  await userEvent.keyboard(' ');
  expect(changed.mock.calls).toEqual([[new Set(['100497', '100300', '100498'])]]);
});

test('the head’s checkbox takes this page alone', async () => {
  const changed = show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(changed).toHaveBeenLastCalledWith(new Set(['100497', '100300', '100498', '100495']));
});

test('without a selection there are no checkboxes', () => {
  show({ selection: undefined });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('without rows it shows what it was given in their place', () => {
  show({ rows: [], empty: <p>No records found</p> });
  expect(screen.getByText('No records found')).toBeInTheDocument();
});

test('the row the keyboard is on is marked', () => {
  show({ cursor: '100495' });
  expect(document.querySelector('[data-id="100495"]')).toHaveClass('cursor');
});
