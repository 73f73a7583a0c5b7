import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { customerCalls } from 'shared/api/customerCalls';
import { fakeApi, type FakeReply } from 'shared/testing/fakeApi';
import { orderAccess, rememberToken } from '../orderAccess.ts';
import { historyOf } from '../testing/historyOf.ts';
import { renderSite } from '../testing/renderSite.tsx';

const { downloadHistory: history, downloadDocument: begin } = customerCalls;
const file = '/uploads/docs/100128_abc.pdf';
const begun = { data: { address: `${file}?grant=g`, grant: 'g' } };

/** The API, and what it answers for the order. */
const apiThat = (answer: () => FakeReply<typeof history> | Promise<FakeReply<typeof history>>) =>
  fakeApi().on(history, answer);

const fromDubai = {
  order_id: '100128',
  create_ts: '2026-11-21T09:58:12Z',
  ip: '203.0.113.24',
  browser: 'Safari-iPhone-mobile',
  os: 'iOS 19',
  timezone: 'Asia/Dubai',
};

let clicked: string[];
let click: jest.SpyInstance;

beforeEach(() => {
  clicked = [];
  click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href);
  });
  rememberToken('100128', 'token');
});

afterEach(() => {
  click.mockRestore();
  jest.useRealTimers();
});

test('a ready order shows its document and who downloaded it', async () => {
  const { asked } = apiThat(() => historyOf({}, [fromDubai]));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your declaration is ready' });
  expect(screen.getByText('PDF, 3.1 MB')).toBeVisible();
  const [, row] = within(screen.getByRole('table')).getAllByRole('row');
  expect(
    within(row!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['11-21-2026 4:58:12 (EST)', 'Safari on iPhone, mobile', 'iOS 19', 'Asia/Dubai', '203.0.113.24']);
  expect(asked[0]?.headers.get('X-Timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test.each([
  [1_240, 'The newest 1 of 1,240 downloads'],
  [1, null],
])('of %i downloads the newest are shown, and how many there are', async (total, text) => {
  apiThat(() => historyOf({}, [fromDubai], total));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('table');
  expect(screen.queryByText(/^The newest/)?.textContent ?? null).toBe(text);
});

test('a download that is refused for now says until when', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const text = 'This document was downloaded 20 times within an hour. Try again in 12 minutes.';
  apiThat(() => historyOf()).on(begin, () => ({ httpStatus: 429, message: text }));
  renderSite('/get-new-order-details/100128');
  await userEvent.click(await screen.findByRole('button', { name: 'Download document' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  log.mockRestore();
});

test('without a download the history says so', async () => {
  apiThat(() => historyOf());
  renderSite('/get-new-order-details/100128');
  expect(await screen.findByText('No record found')).toBeVisible();
});

test('Download document begins the download, reloads the history and saves the file a second later', async () => {
  const api = apiThat(() => historyOf())
    .on(begin, () => begun)
    .onFile(file, () => new Response());
  renderSite('/get-new-order-details/100128');
  const button = await screen.findByRole('button', { name: 'Download document' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(button);
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(api.askedFiles).toEqual([`HEAD ${file}`]);
  expect(api.to(history)).toHaveLength(2);
  expect(api.to(begin)[0]?.body).toEqual({
    orderId: '100128',
    customername: 'customer',
    file1: 'abc.pdf',
  });
  expect(clicked).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(clicked).toEqual([`${location.origin}${file}?grant=g`]);
});

test.each<[string, FakeReply<typeof begin>]>([
  ['the call is refused', { httpStatus: 500, message: 'Something went wrong' }],
  ['the file is not there', begun],
])('a failed download is logged and says what to do next: %s', async (_, answer) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  apiThat(() => historyOf())
    .on(begin, () => answer)
    .onFile(file, () => new Response(null, { status: 404 }));
  renderSite('/get-new-order-details/100128');
  await userEvent.click(await screen.findByRole('button', { name: 'Download document' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The download did not start. Press Download document again. If it fails twice, contact support.',
  );
  expect(log).toHaveBeenCalledTimes(1);
  expect(clicked).toEqual([]);
  log.mockRestore();
});

test('a document that was replaced meanwhile is taken at the next press', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = apiThat(() => historyOf()).on(begin, () => ({ httpStatus: 404, message: 'There is no such document' }));
  const { place } = renderSite('/get-new-order-details/100128');
  const button = await screen.findByRole('button', { name: 'Download document' });
  const replaced = historyOf();
  api.on(history, () => ({ ...replaced, path: { ...replaced.path!, file1: 'new.pdf' } }));
  await userEvent.click(button);
  await screen.findByRole('alert');
  await userEvent.click(button);
  await waitFor(() => expect(api.to(begin)).toHaveLength(2));
  expect(api.to(begin)[1]?.body).toMatchObject({ file1: 'new.pdf' });
  expect(place()).toBe('/get-new-order-details/100128');
  log.mockRestore();
});

test.each([
  ['received', 'We have your order', 'Received'],
  ['in progress', 'We are working on your declaration', 'In progress'],
  ['we need something from you', 'We need something from you', 'We need something from you'],
  ['with the government', 'Your declaration is with the government', 'With the government'],
  ['refund on its way', 'Your refund is on its way', 'Refund on its way'],
] as const)('an order that is %s says so and marks its step', async (stage, heading, step) => {
  apiThat(() => historyOf({ stage }));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: heading });
  const [current] = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step');
  expect(current).toHaveTextContent(step);
  expect(screen.queryByRole('button', { name: 'Download document' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

test('a refunded order has every step behind it', async () => {
  apiThat(() => historyOf({ stage: 'refunded' }));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your payment has been returned' });
  expect(screen.getAllByText('Done')).toHaveLength(3);
});

test('Check again shows what has changed, and its heading takes the focus', async () => {
  const api = apiThat(() => historyOf({ stage: 'in progress' }));
  renderSite('/get-new-order-details/100128');
  const again = await screen.findByRole('button', { name: 'Check again' });
  api.on(history, () => historyOf());
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toHaveFocus();
});

test('a failed check keeps what is there', async () => {
  const api = apiThat(() => historyOf({ stage: 'in progress' }));
  renderSite('/get-new-order-details/100128');
  const again = await screen.findByRole('button', { name: 'Check again' });
  api.on(history, () => 'unreachable');
  await userEvent.click(again);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^This is from \d.* Checking again failed\. The server did not/,
  );
  expect(screen.getByRole('heading', { name: 'We are working on your declaration' })).toBeVisible();
});

test('an order that cannot be loaded offers to try again', async () => {
  const api = apiThat(() => 'unreachable');
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your order could not be loaded' });
  api.on(history, () => historyOf());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Your declaration is ready' });
});

test('without a token the page leads to tracking, with the id filled in', async () => {
  const { asked } = fakeApi();
  const { place } = renderSite('/get-new-order-details/100999');
  expect(await screen.findByLabelText('Order ID')).toHaveValue('100999');
  expect(place()).toBe('/track-order/100999');
  expect(asked).toEqual([]);
});

test('a dead token leads to tracking with the message, and leaves a stored staff user alone', async () => {
  localStorage.setItem('user', '{"accessToken":"staff"}');
  apiThat(() => ({ httpStatus: 401, message: 'Track your order again.' }));
  const { place } = renderSite('/get-new-order-details/100128');
  expect(await screen.findByLabelText('Order ID')).toHaveValue('100128');
  expect(place()).toBe('/track-order/100128');
  expect(screen.getByRole('alert')).toHaveTextContent('Track your order again.');
  expect(localStorage.getItem('user')).toBe('{"accessToken":"staff"}');
  expect(orderAccess('100128').token).toBeNull();
});

test('brand, links and footer follow the landing domain once the order is loaded, and not before', async () => {
  let answer = (_: ReturnType<typeof historyOf>) => {};
  apiThat(() => new Promise((resolve) => (answer = resolve)));
  renderSite('/get-new-order-details/100128');
  await waitFor(() => expect(screen.getByText(/^© \d{4} declaration\.example\.com$/)).toBeVisible());
  expect(screen.queryByRole('navigation', { name: 'Site' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  await screen.findByRole('status');
  await act(async () => answer(historyOf({ landing_domain: 'www.Arrival-Card.example.net' })));
  const links = within(await screen.findByRole('navigation', { name: 'Site' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Home',
    'Apply Now',
    'Additional Benefits',
    'Terms & Conditions',
    'Privacy Policy',
    'Refund Policy',
    'Contact Us',
  ]);
  expect(links[0]).toHaveAttribute('href', 'https://arrival-card.example.net/');
  expect(screen.getByText('NZ Arrival Card Service')).toBeVisible();
  expect(screen.getByText(/^© \d{4} arrival-card\.example\.net$/)).toBeVisible();
  expect(document.title).toBe('Your declaration is ready · NZ Arrival Card Service');
});

test('Menu opens the links, and Escape closes them and returns to it', async () => {
  apiThat(() => historyOf());
  renderSite('/get-new-order-details/100128');
  const menu = await screen.findByRole('button', { name: 'Menu' });
  await userEvent.click(menu);
  expect(menu).toHaveAttribute('aria-expanded', 'true');
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(menu).toHaveAttribute('aria-expanded', 'false');
  expect(menu).toHaveFocus();
});
