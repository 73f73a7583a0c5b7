import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { sessionCalls } from 'shared/api/sessionCalls';
import { signOut, Toaster, useSession } from 'shared/desk';
import { fakeApi, tokenOf, type FakeReply } from 'shared/testing/fakeApi';
import { SignedInOnly } from './SignedInOnly.tsx';
import { SignedOutOnly } from './LoginScreen.tsx';

const member = { id: 2, name: 'Max Manager', type: 'Manager' } as const;
const welcome = {
  message: 'Signed in successfully',
  data: { ...member, email: 'max@demo.test' },
  jwtToken: tokenOf(member),
};
const apiThat = (answer: () => FakeReply<typeof sessionCalls.login>) => fakeApi().on(sessionCalls.login, answer);

function open(at = '/') {
  const router = createMemoryRouter(
    [
      { path: '/', element: <SignedOutOnly /> },
      {
        path: '/admin',
        element: <SignedInOnly />,
        children: [
          { index: true, element: 'the desk' },
          { path: 'refund-order', element: 'the refunds' },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <>
      <RouterProvider router={router} useTransitions={false} />
      <Toaster />
    </>,
  );
}

async function signIn(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('Email ID'), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

beforeEach(() =>
  act(() => {
    toast.remove();
    signOut();
  }),
);

test('offline the form says so before a press, and waits', () => {
  open();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('You are offline.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});

test('the page is called New Zealand, and the first field is focused', () => {
  open();
  expect(document.title).toBe('New Zealand');
  expect(screen.getByRole('heading', { name: 'New Zealand' })).toBeInTheDocument();
  expect(screen.getByLabelText('Email ID')).toHaveFocus();
});

test.each([
  ['', '', ['Email Address is required', 'Password is required']],
  ['max@demo', 'arrival-desk', ['Invalid email address']],
  ['max@demo.test', '', ['Password is required']],
])('with %j and %j the form shows %j and sends nothing', async (email, password, texts) => {
  const { recorded } = fakeApi();
  open();
  await signIn(email, password);
  for (const text of texts) expect(await screen.findByText(text)).toBeInTheDocument();
  expect(recorded).toEqual([]);
});

test('a field is validated when it is left, and not before it was reached', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Email ID'), 'max');
  expect(screen.queryByText('Invalid email address')).not.toBeInTheDocument();
  await userEvent.tab();
  expect(await screen.findByText('Invalid email address')).toBeInTheDocument();
  expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
});

test('a sign-in toasts the server’s message, stores the token and opens the desk', async () => {
  const { recorded } = apiThat(() => welcome);
  open();
  await signIn(' max@demo.test ', 'arrival-desk');
  expect(await screen.findByText('the desk')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Signed in successfully');
  expect(recorded[0]?.body).toEqual({ email: 'max@demo.test', password: 'arrival-desk' });
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual({ accessToken: welcome.jwtToken });
  expect(useSession.getState()).toMatchObject({ isAuth: true, role: 'Manager', loading: false });
});

test('the sign-in works in a browser that cannot store the session', async () => {
  apiThat(() => welcome);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  open();
  await signIn('max@demo.test', 'arrival-desk');
  expect(await screen.findByText('the desk')).toBeInTheDocument();
  full.mockRestore();
  jest.restoreAllMocks();
});

test('after the sign-in the page requested first is shown', async () => {
  apiThat(() => welcome);
  open('/admin/refund-order');
  await signIn('max@demo.test', 'arrival-desk');
  expect(await screen.findByText('the refunds')).toBeInTheDocument();
});

test('a signed-in member is redirected to the desk', () => {
  localStorage.setItem('user', JSON.stringify({ accessToken: welcome.jwtToken }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
  open();
  expect(screen.getByText('the desk')).toBeInTheDocument();
});

test('a refusal shows the server’s message as an alert, keeps the text and focuses the password', async () => {
  apiThat(() => ({ httpStatus: 400, message: 'The email or password is not right. Check both, then try again.' }));
  open();
  await signIn('max@demo.test', 'arrival');
  expect(await screen.findByRole('alert')).toHaveTextContent('The email or password is not right.');
  // The message stays under the field after the toast has left.
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/^The email or password is not right\./);
  expect(screen.getByLabelText('Email ID')).toHaveValue('max@demo.test');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(useSession.getState()).toMatchObject({
    isAuth: false,
    loading: false,
    error: expect.stringContaining('not right'),
  });
});

test('after too many attempts the message with the time to wait stays on the page', async () => {
  const message = 'Too many attempts. Try again in 40 seconds.';
  apiThat(() => ({ httpStatus: 429, message, headers: { 'Retry-After': '40' } }));
  open();
  await signIn('max@demo.test', 'arrival');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again in 40 seconds.');
  expect(await screen.findByText('You can try again in 40 s.')).toBeInTheDocument();
});

test('the password can be shown and hidden', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
});
