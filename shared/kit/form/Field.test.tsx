import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field, PasswordField } from './Field.tsx';

test('a field is found by its label, and described by its hint and its error', () => {
  render(
    <Field label="Order ID" hint="Six digits or more" error="Please enter your order id." name="invoiceOrderId" />,
  );
  const field = screen.getByLabelText('Order ID');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Six digits or more Please enter your order id.');
});

test('without an error a field is valid and not described by one', () => {
  render(<Field label="Order ID" />);
  expect(screen.getByLabelText('Order ID')).not.toHaveAttribute('aria-invalid');
  expect(screen.getByLabelText('Order ID')).not.toHaveAttribute('aria-describedby');
});

test('a custom control has the same label, hint and error', () => {
  render(
    <Field
      label="Member role"
      error="Please select type."
      control={(wiring) => (
        <select {...wiring}>
          <option>Team</option>
        </select>
      )}
    />,
  );
  expect(screen.getByRole('combobox', { name: 'Member role' })).toHaveAccessibleDescription('Please select type.');
});

test('a password is hidden until the member shows it, and keeps its text', async () => {
  render(<PasswordField label="New password" name="newPassword" autoComplete="new-password" />);
  const field = screen.getByLabelText('New password');
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
  await userEvent.type(field, 'another one');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveValue('another one');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});
