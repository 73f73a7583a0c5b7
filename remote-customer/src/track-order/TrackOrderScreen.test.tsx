import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { customerCalls } from 'shared/api/customerCalls';
import { orderNotFoundForCustomer } from 'shared/api/trackOrderCall';
import { fakeApi, type FakeReply } from 'shared/testing/fakeApi';
import { orderAccess, saveLandingDomain } from '../orderAccess.ts';
import { historyOf } from '../testing/historyOf.ts';
import { renderSite } from '../testing/renderSite.tsx';
import { clearTypedFields, readTypedFields, saveTypedFields, TrackOrderForm } from './TrackOrderScreen.tsx';

const { track, downloadHistory: history } = customerCalls;

beforeEach(() => clearTypedFields());

/** A fake API with this response to tracking. */
const apiThat = (answer: () => FakeReply<typeof track>) => fakeApi().on(track, answer);

async function fill(orderId: string, email: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Order ID'), orderId);
  await user.type(screen.getByLabelText('Email ID'), email);
  await user.click(screen.getByRole('button', { name: 'TRACK ORDER' }));
}

test('empty fields show their errors, the first is focused, and nothing is sent', async () => {
  const { recorded } = fakeApi();
  renderSite('/track-order');
  await fill(' ', ' ');
  expect(screen.getByLabelText('Order ID')).toHaveAccessibleDescription(/Please enter your orderId$/);
  expect(screen.getByLabelText('Order ID')).toHaveFocus();
  expect(screen.getByLabelText('Email ID')).toHaveAccessibleDescription(/Please enter your email$/);
  expect(screen.getByLabelText('Email ID')).toBeInvalid();
  expect(recorded).toEqual([]);
});

test('an error under a field leaves as soon as the field is filled', async () => {
  fakeApi();
  renderSite('/track-order/100128');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'TRACK ORDER' }));
  expect(screen.getByText('Please enter your email')).toBeVisible();
  await user.type(screen.getByLabelText('Email ID'), 'l');
  expect(screen.queryByText('Please enter your email')).toBeNull();
});

test('the order id of the URL is filled in', async () => {
  renderSite('/track-order/100128');
  expect(await screen.findByLabelText('Order ID')).toHaveValue('100128');
});

test.each(['', '&utm_source=mail'])(
  'an expired link leads here with its order, the typed input and the reason: %j',
  async (others) => {
    saveTypedFields({ orderId: '100128', email: 'layla@example.com' });
    renderSite(`/track-order/100128?link=expired${others}`);
    expect(
      await screen.findByText('Your download link has expired. Track your order, then press Download document.'),
    ).toBeVisible();
    expect(screen.getByLabelText('Order ID')).toHaveValue('100128');
    expect(screen.getByLabelText('Email ID')).toHaveValue('layla@example.com');
  },
);

test.each(['', '?link=Call+%2B1+900+555', '?text=Call', '?expired'])(
  'the page shows no text from its URL: %j',
  async (search) => {
    renderSite(`/track-order/100128${search}`);
    await screen.findByLabelText('Order ID');
    expect(screen.queryByText(/has expired|Call/)).toBeNull();
  },
);

test('a found order toasts the message and opens its page', async () => {
  const found = { message: 'Order found', data: { token: 'token of 100128' } };
  const { recorded } = apiThat(() => found).on(history, () => historyOf());
  const { place } = renderSite('/track-order');
  await fill(' 100128 ', 'Layla@Example.com');
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toHaveFocus();
  expect(place()).toBe('/get-new-order-details/100128');
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  expect(within(toasts).getByRole('status')).toHaveTextContent('Order found');
  expect(recorded.map(({ call, body }) => [call, body])).toEqual([
    [track, { orderId: '100128', email: 'layla@example.com' }],
    [history, { orderId: '100128' }],
  ]);
  expect(recorded[1]?.headers.get('Authorization')).toBe('token of 100128');
  expect(orderAccess('100128').token).toBe('token of 100128');
});

test('a refusal has one toast, and the typed text stays', async () => {
  apiThat(() => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  const { place } = renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(orderNotFoundForCustomer);
  expect(screen.getAllByText(orderNotFoundForCustomer)).toHaveLength(1);
  expect(screen.getByLabelText('Order ID')).toHaveValue('100129');
  expect(screen.getByLabelText('Email ID')).toHaveValue('layla@example.com');
  expect(place()).toBe('/track-order');
});

test('a second refusal replaces the first toast', async () => {
  const api = apiThat(() => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  await screen.findByRole('alert');
  const message = 'Too many attempts. Try again in 40 seconds.';
  api.on(track, () => ({ httpStatus: 429, message, headers: { 'Retry-After': '40' } }));
  await userEvent.click(screen.getByRole('button', { name: 'TRACK ORDER' }));
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message));
});

test('a retry removes the last refusal', async () => {
  const api = apiThat(() => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  await screen.findByRole('alert');
  api.on(track, () => 'never');
  await userEvent.click(screen.getByRole('button', { name: 'TRACK ORDER' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('button', { name: 'TRACKING…' })).toBeVisible();
});

test('an error under a field replaces the last refusal', async () => {
  apiThat(() => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  await screen.findByRole('alert');
  await userEvent.type(screen.getByLabelText('Email ID'), '@');
  await userEvent.tab();
  expect(screen.getByLabelText('Email ID')).toBeInvalid();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test.each([
  ['1', '1 second'],
  ['600', '10 minutes'],
])("a 429 that is not the API's own still says when to try again: after %s s", async (retryAfter, text) => {
  apiThat(() => new Response(null, { status: 429, headers: { 'Retry-After': retryAfter } }));
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(`Too many attempts. Try again in ${text}.`);
});

test('a missing response has its own message', async () => {
  apiThat(() => 'unreachable');
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t respond.');
});

test('a response may take any time, and the request can be retried', async () => {
  const api = apiThat(() => 'never');
  renderSite('/track-order');
  await userEvent.type(await screen.findByLabelText('Order ID'), '100129');
  await userEvent.type(screen.getByLabelText('Email ID'), 'layla@example.com');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'TRACK ORDER' }));
  await act(() => jest.advanceTimersByTimeAsync(10 * 60_000));
  expect(screen.getByRole('button', { name: 'TRACKING…' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText(/taking longer than usual/)).toBeVisible();
  api.on(track, () => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  jest.useRealTimers();
  expect(api.to(track).map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(await screen.findByRole('alert')).toHaveTextContent(orderNotFoundForCustomer);
});

test('the API’s error about a field appears under it', async () => {
  const text = 'Please enter your email';
  apiThat(() => ({ httpStatus: 400, message: text, errors: { email: text } }));
  renderSite('/track-order');
  await fill('100129', 'x');
  await waitFor(() => expect(screen.getByLabelText('Email ID')).toBeInvalid());
  expect(screen.getByLabelText('Email ID')).toHaveFocus();
});

describe('the typed input', () => {
  test('is restored on returning from the order, and the order’s toast leaves', async () => {
    apiThat(() => ({ message: 'Order found', data: { token: 'token' } })).on(history, () => historyOf());
    const { back } = renderSite('/track-order');
    await fill('100128', 'layla@example.com');
    await screen.findByRole('heading', { name: 'Your declaration is ready' });
    expect(screen.getByText('Order found')).toBeVisible();
    await back();
    expect(await screen.findByLabelText('Email ID')).toHaveValue('layla@example.com');
    expect(screen.getByLabelText('Order ID')).toHaveValue('100128');
    await waitFor(() => expect(screen.queryByText('Order found')).toBeNull());
  });

  test('is restored when the token has expired', async () => {
    apiThat(() => ({ message: 'Order found', data: { token: 'token' } })).on(history, () => ({
      httpStatus: 401,
      message: 'Please track your order again.',
    }));
    const { place } = renderSite('/track-order');
    await fill('100128', 'layla@example.com');
    await waitFor(() => expect(place()).toBe('/track-order/100128'));
    expect(await screen.findByLabelText('Email ID')).toHaveValue('layla@example.com');
  });

  test('is kept for its own order only, and for half an hour', async () => {
    saveTypedFields({ orderId: '100128', email: 'layla@example.com' });
    expect(readTypedFields('100129').email).toBe('');
    expect(readTypedFields('100128').email).toBe('layla@example.com');
    jest.useFakeTimers({ now: Date.now() + 31 * 60_000 });
    expect(readTypedFields('100128').email).toBe('');
    expect(sessionStorage.getItem('tracking-form')).toBeNull();
    jest.useRealTimers();
  });

  test('is never in the URL', async () => {
    apiThat(() => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
    const { address } = renderSite('/track-order');
    await fill('100128', 'layla@example.com');
    await screen.findByRole('alert');
    expect(address()).toBe('/track-order');
  });
});

test('Contact Support links to the order’s site, once this tab knows it', async () => {
  saveLandingDomain('100131', 'arrival-card.example.net');
  renderSite('/track-order/100131');
  const link = await screen.findByRole('link', { name: 'Contact Support' });
  await waitFor(() => expect(link).toHaveAttribute('href', 'https://arrival-card.example.net/contact-us'));
});

test('Contact Support, brand and footer follow the order in the URL before it is tracked', async () => {
  fakeApi().on(customerCalls.site, () => ({ data: { landing_domain: 'arrival-card.example.net' } }));
  renderSite('/track-order/100131');
  expect(await screen.findByText('NZ Arrival Card Service')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'https://arrival-card.example.net/contact-us',
  );
  expect(screen.getByText(/© \d+ arrival-card.example.net/)).toBeVisible();
});

test('without an order no site is fetched', async () => {
  const { recorded } = fakeApi();
  renderSite('/track-order');
  await screen.findByLabelText('Order ID');
  expect(recorded).toEqual([]);
});

test('without an order Contact Support links to the default site', async () => {
  renderSite('/track-order');
  expect(await screen.findByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'https://declaration.example.com/contact-us',
  );
});

test('leaving the form cancels its request, so that no late response opens the order', async () => {
  const api = fakeApi().on(track, () => 'never');
  const { unmount } = render(<TrackOrderForm orderId="100089" />, { wrapper: MemoryRouter });
  await userEvent.type(screen.getByLabelText('Email ID'), 'maia@example.com{Enter}');
  await waitFor(() => expect(api.to(track)).toHaveLength(1));
  unmount();
  expect(api.to(track)[0]!.signal.aborted).toBe(true);
});

test('offline the form says so and waits, and once online the error leaves', async () => {
  fakeApi().on(track, () => 'unreachable');
  renderSite('/track-order/100089');
  await userEvent.type(await screen.findByLabelText('Email ID'), 'maia@example.com{Enter}');
  const lost = await screen.findByText(/connection/);
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void fireEvent(window, new Event('offline')));
  expect(screen.getByRole('button', { name: 'TRACK ORDER' })).toBeDisabled();
  expect(screen.getByText('You are offline. What you typed is kept.')).toBeVisible();
  online.mockRestore();
  act(() => void fireEvent(window, new Event('online')));
  expect(screen.getByRole('button', { name: 'TRACK ORDER' })).toBeEnabled();
  await waitFor(() => expect(lost).not.toBeInTheDocument());
});
