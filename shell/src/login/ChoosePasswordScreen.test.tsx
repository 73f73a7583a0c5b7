import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { teamCalls } from 'shared/api/teamCalls';
import { signedIn, signOut, Toaster, useSession } from 'shared/desk';
import { fakeApi, tokenOf } from 'shared/testing/fakeApi';
import { ChoosePasswordScreen } from './ChoosePasswordScreen.tsx';

const linkApi = () => fakeApi().on(teamCalls.checkPasswordLink, () => ({ message: 'The link works.', data: null }));
const token = 'x'.repeat(43);

function open(address = `/choose-password#${token}`) {
  const router = createMemoryRouter(
    [
      { path: '/', element: 'the sign-in' },
      { path: '/choose-password', element: <ChoosePasswordScreen /> },
    ],
    { initialEntries: ['/before', address], initialIndex: 1 },
  );
  render(
    <>
      <RouterProvider router={router} useTransitions={false} />
      <Toaster />
    </>,
  );
  return router;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save password' }));
const type = (text: string) => userEvent.type(screen.getByLabelText('New password'), text);
const done = { message: 'Your password is set. Sign in with it.', data: { id: 3, email: 'team@demo.test' } };

beforeEach(() =>
  act(() => {
    toast.remove();
    signOut();
  }),
);

test('the field is focused; the password is sent with the token, and the sign-in replaces this page', async () => {
  const api = linkApi().on(teamCalls.choosePassword, () => done);
  const router = open();
  expect(screen.getByLabelText('New password')).toHaveFocus();
  await type('chosen by me');
  await save();
  expect(await screen.findByText('the sign-in')).toBeVisible();
  expect(await screen.findByText(done.message)).toBeVisible();
  const [chosen] = api.to(teamCalls.choosePassword);
  expect(chosen!.body).toEqual({ token, password: 'chosen by me' });
  expect(chosen!.search.size).toBe(0);
  expect([router.state.historyAction, router.state.location.hash]).toEqual(['REPLACE', '']);
});

test('an empty and a short password show their texts, and nothing is sent', async () => {
  const api = linkApi();
  open();
  await save();
  expect(await screen.findByText('Please enter your password.')).toBeVisible();
  await type('five5');
  expect(await screen.findByText('Password must be at least 6 characters.')).toBeVisible();
  await save();
  expect(api.to(teamCalls.choosePassword)).toEqual([]);
});

test('an invalid link says so, and links to the sign-in', async () => {
  const message = 'This link was used, is older than a day, or a newer one was sent.';
  linkApi().on(teamCalls.choosePassword, () => ({ httpStatus: 404, message }));
  open();
  await type('chosen by me');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/');
  // The first press may have saved the password although its response was lost.
  expect(screen.queryByText('You haven’t chosen a password.')).toBeNull();
  expect(
    screen.getByText('This link no longer works. If you have just chosen a password, sign in with it.'),
  ).toBeVisible();
});

test('a used link says so before anything is typed', async () => {
  fakeApi().on(teamCalls.checkPasswordLink, () => ({ httpStatus: 404, message: 'This link was used.' }));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link was used.');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('another link in the same tab starts over', async () => {
  linkApi().on(teamCalls.choosePassword, () => ({ httpStatus: 404, message: 'This link was used.' }));
  const router = open();
  await type('chosen by me');
  await save();
  await screen.findByRole('alert');
  await act(() => router.navigate(`/choose-password#${'y'.repeat(43)}`));
  expect(screen.getByLabelText('New password')).toHaveValue('');
  expect(screen.queryByText('This link was used.')).toBeNull();
});

test('a short password is reported on leaving the field; the page has the product’s title', async () => {
  linkApi();
  open();
  expect(document.title).toBe('New Zealand Travel Declaration');
  await type('five5');
  await userEvent.tab();
  expect(await screen.findByText('Password must be at least 6 characters.')).toBeVisible();
});

test('a URL without a token says so at once', () => {
  open('/choose-password');
  expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('after too many attempts the page says how long to wait, and keeps the text', async () => {
  const message = 'Too many attempts. Try again in 40 seconds.';
  linkApi().on(teamCalls.choosePassword, () => ({ httpStatus: 429, message, headers: { 'Retry-After': '40' } }));
  open();
  await type('chosen by me');
  await save();
  expect(await screen.findByText('You can try again in 40 s.')).toBeVisible();
  expect(screen.getByLabelText('New password')).toHaveValue('chosen by me');
});

test.each([
  ['one’s own', 3, false],
  ['another’s', 2, true],
])('choosing a password keeps or ends %s session in this browser', async (_whose, id, stays) => {
  act(() => signedIn(tokenOf({ id, name: 'Somebody', type: 'Team' })));
  linkApi().on(teamCalls.choosePassword, () => done);
  open();
  await type('chosen by me');
  await save();
  await screen.findByText('the sign-in');
  await waitFor(() => expect(useSession.getState().isAuth).toBe(stays));
});
