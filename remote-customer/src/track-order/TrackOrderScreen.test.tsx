import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { customerCalls, orderNotFoundForCustomer } from 'shared/api/customerCalls';
import { fakeApi, type FakeReply } from 'shared/testing/fakeApi';
import { orderAccess, rememberLandingDomain } from '../orderAccess.ts';
import { historyOf } from '../testing/historyOf.ts';
import { renderSite } from '../testing/renderSite.tsx';

const { track, downloadHistory: history } = customerCalls;

/** The API, and what it answers to who looks for an order. */
const apiThat = (answer: () => FakeReply<typeof track>) => fakeApi().on(track, answer);

async function fill(orderId: string, email: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Order ID'), orderId);
  await user.type(screen.getByLabelText('Email ID'), email);
  await user.click(screen.getByRole('button', { name: 'TRACK ORDER' }));
}

test('empty fields get their texts, the first of them the focus, and nothing is sent', async () => {
  const { asked } = fakeApi();
  renderSite('/track-order');
  await fill(' ', ' ');
  expect(screen.getByLabelText('Order ID')).toHaveAccessibleDescription(/Please enter your orderId$/);
  expect(screen.getByLabelText('Order ID')).toHaveFocus();
  expect(screen.getByLabelText('Email ID')).toHaveAccessibleDescription(/Please enter your email$/);
  expect(screen.getByLabelText('Email ID')).toBeInvalid();
  expect(asked).toEqual([]);
});

test('a text under a field leaves as soon as the field is filled', async () => {
  fakeApi();
  renderSite('/track-order/100128');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'TRACK ORDER' }));
  expect(screen.getByText('Please enter your email')).toBeVisible();
  await user.type(screen.getByLabelText('Email ID'), 'l');
  expect(screen.queryByText('Please enter your email')).toBeNull();
});

test('the order id of the address is filled in', async () => {
  renderSite('/track-order/100128');
  expect(await screen.findByLabelText('Order ID')).toHaveValue('100128');
});

test('a found order shows the message as a toast and its page', async () => {
  const found = { message: 'Order found', data: { token: 'token of 100128' } };
  const { asked } = apiThat(() => found).on(history, () => historyOf());
  const { place } = renderSite('/track-order');
  await fill(' 100128 ', 'Layla@Example.com');
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toHaveFocus();
  expect(place()).toBe('/get-new-order-details/100128');
  expect(screen.getByRole('status')).toHaveTextContent('Order found');
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    [track, { orderId: '100128', email: 'Layla@Example.com' }],
    [history, { orderId: '100128' }],
  ]);
  expect(asked[1]?.headers.get('Authorization')).toBe('token of 100128');
  expect(orderAccess('100128').token).toBe('token of 100128');
});

test('a refusal is told by a toast and in the page, and nothing typed is lost', async () => {
  apiThat(() => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  const { place } = renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(orderNotFoundForCustomer);
  expect(screen.getAllByText(orderNotFoundForCustomer)).toHaveLength(2);
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
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Too many attempts. Try again in 40 seconds.'),
  );
});

test("a 429 that is not the API's own still says when to try again", async () => {
  apiThat(() => new Response(null, { status: 429, headers: { 'Retry-After': '600' } }));
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again in 10 minutes.');
});

test('a server that does not answer is told as that', async () => {
  apiThat(() => 'unreachable');
  renderSite('/track-order');
  await fill('100129', 'layla@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server did not answer.');
});

test('what the API says of a field stands under it', async () => {
  const text = 'Please enter your email';
  apiThat(() => ({ httpStatus: 400, message: text, errors: { email: text } }));
  renderSite('/track-order');
  await fill('100129', 'x');
  await waitFor(() => expect(screen.getByLabelText('Email ID')).toBeInvalid());
  expect(screen.getByLabelText('Email ID')).toHaveFocus();
});

test('Contact Support leads to the site that the order came from, once this tab knows it', async () => {
  rememberLandingDomain('100131', 'arrival-card.example.net');
  renderSite('/track-order/100131');
  const link = await screen.findByRole('link', { name: 'Contact Support' });
  await waitFor(() => expect(link).toHaveAttribute('href', 'https://arrival-card.example.net/contact-us'));
});

test('without an order Contact Support leads to the default site', async () => {
  renderSite('/track-order');
  expect(await screen.findByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'https://declaration.example.com/contact-us',
  );
});
