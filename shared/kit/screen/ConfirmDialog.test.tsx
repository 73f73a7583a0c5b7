import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const ask = (more: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => {
  const onConfirm = jest.fn();
  const onCancel = jest.fn();
  render(
    <ConfirmDialog
      open
      title="Are you sure you want to delete?"
      confirmLabel="Delete 3 orders"
      onConfirm={onConfirm}
      onCancel={onCancel}
      {...more}
    >
      They can be restored.
    </ConfirmDialog>,
  );
  return { onConfirm, onCancel };
};

test('what destroys begins with Cancel focused; anything else with its act', () => {
  ask({ destructive: true });
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

test('so does what is asked about since it was pressed by mistake', () => {
  ask({ focusCancel: true });
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

test('a harmless act has the focus itself', () => {
  ask();
  expect(screen.getByRole('button', { name: 'Delete 3 orders' })).toHaveFocus();
});

test('the dialog is named by the decision and described by what will happen', () => {
  ask();
  const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
  expect(dialog).toHaveAccessibleDescription('They can be restored.');
});

test('Esc cancels, but not while the act runs', async () => {
  const { onCancel } = ask();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('while it runs nothing can be pressed, and the button says so', async () => {
  const { onCancel } = ask({ pending: true, pendingLabel: 'Deleting…' });
  expect(screen.getByRole('button', { name: 'Deleting…' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).not.toHaveBeenCalled();
});
