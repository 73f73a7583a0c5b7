import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sessionCalls } from 'shared/api/sessionCalls';
import { shouldReturnAfterSignIn, useSession } from 'shared/desk';
import { fakeApi } from 'shared/testing/fakeApi';
import { openAs } from '../testing/openAs.tsx';
import { UpdatePasswordScreen } from './UpdatePasswordScreen.tsx';

const done = 'Your password has been changed. Please sign in again.';

const passwordApi = () =>
  fakeApi()
    .on(sessionCalls.userInfo, () => ({
      data: { id: 2, name: 'Max Manager', type: 'Manager' as const, email: 'manager@demo.test' },
    }))
    .on(sessionCalls.changePassword, () => ({ message: done, data: null }));

const open = () => openAs('Manager', <UpdatePasswordScreen />);
const field = () => screen.getByLabelText('New Password');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Update Password' }));

test.each([
  ['', 'Please enter your New Password.'],
  ['short', 'New Password must be at least 6 characters.'],
  ['x'.repeat(129), 'New Password must be at most 128 characters.'],
])('%j shows its error under the field, and nothing is sent', async (typed, text) => {
  const api = passwordApi();
  open();
  if (typed) await userEvent.type(field(), typed);
  await press();
  expect(await screen.findByText(text)).toBeVisible();
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(text));
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue(typed);
  expect(api.to(sessionCalls.changePassword)).toHaveLength(0);
});

test('a new password removes the stored user, the sign-in does not return here, and the toast stays', async () => {
  const api = passwordApi();
  open();
  await userEvent.type(field(), 'another one{Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent(done);
  expect(api.to(sessionCalls.changePassword)[0]!.body).toEqual({ newPassword: 'another one' });
  expect(localStorage.getItem('user')).toBeNull();
  expect([useSession.getState().isAuth, shouldReturnAfterSignIn()]).toEqual([false, false]);
});

test('a typed current password is sent, and the API’s error about it appears under its field', async () => {
  const text = 'Please enter your current password.';
  const api = passwordApi().on(sessionCalls.changePassword, () => ({
    httpStatus: 400,
    message: text,
    errors: { oldPassword: text },
  }));
  open();
  const current = screen.getByLabelText('Current password');
  expect(current).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.type(field(), 'another one{Enter}');
  await waitFor(() => expect(current).toHaveAccessibleDescription(expect.stringContaining(text)));
  await userEvent.type(current, 'arrival-desk');
  await press();
  expect(api.to(sessionCalls.changePassword)[1]!.body).toEqual({
    oldPassword: 'arrival-desk',
    newPassword: 'another one',
  });
});

test('a second press while the first is pending sends nothing', async () => {
  const answer = Promise.withResolvers<{ message: string; data: null }>();
  const api = passwordApi().on(sessionCalls.changePassword, () => answer.promise);
  open();
  await userEvent.type(field(), 'another one');
  await press();
  await press();
  expect(api.to(sessionCalls.changePassword)).toHaveLength(1);
  await act(async () => answer.resolve({ message: done, data: null }));
});

test('the API’s refusal appears under the field, and the typed text and the session stay', async () => {
  const text = 'New Password must be at least 6 characters.';
  passwordApi().on(sessionCalls.changePassword, () => ({
    httpStatus: 400,
    message: text,
    errors: { newPassword: text },
  }));
  open();
  await userEvent.type(field(), 'another one');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(text));
  expect(field()).toHaveValue('another one');
  expect(useSession.getState().isAuth).toBe(true);
});

test('a short password is reported on leaving the field; offline the button waits and says why', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  passwordApi();
  open();
  await userEvent.type(field(), 'short');
  await userEvent.tab();
  expect(await screen.findByText('New Password must be at least 6 characters.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Update Password' })).toBeDisabled();
  expect(screen.getByText('You are offline. What you typed is kept.')).toBeVisible();
  jest.restoreAllMocks();
});

test('a refusal without a field is toasted, and the typed text stays', async () => {
  passwordApi().on(sessionCalls.changePassword, () => ({ httpStatus: 503, message: 'The database does not answer.' }));
  open();
  await userEvent.type(field(), 'another one');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.');
  expect(field()).toHaveValue('another one');
  passwordApi();
  await press();
  expect(await screen.findByRole('status')).toHaveTextContent(done);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('password managers get the user name, and the hint that the password is new', async () => {
  passwordApi();
  const { container } = open();
  const username = container.querySelector<HTMLInputElement>('input[autocomplete=username]')!;
  await waitFor(() => expect(username).toHaveValue('manager@demo.test'));
  expect(username).not.toBeVisible();
  expect(username.form).toBe((field() as HTMLInputElement).form);
  expect(field()).toHaveAttribute('autocomplete', 'new-password');
  expect(field()).toHaveAttribute('type', 'password');
});
