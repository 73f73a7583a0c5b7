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

test('a destructive dialog focuses Cancel; any other focuses its action', () => {
  ask({ destructive: true });
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

test('a harmless action is focused', () => {
  ask();
  expect(screen.getByRole('button', { name: 'Delete 3 orders' })).toHaveFocus();
});

test('the dialog is named by its question and described by the consequences', () => {
  ask();
  const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
  expect(dialog).toHaveAccessibleDescription('They can be restored.');
});

test('Esc cancels, but not while the action runs', async () => {
  const { onCancel } = ask();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('while the action runs, no button can be pressed and the label says so', async () => {
  const { onCancel } = ask({ pending: true, pendingLabel: 'Deleting…' });
  expect(screen.getByRole('button', { name: 'Deleting…' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).not.toHaveBeenCalled();
});
