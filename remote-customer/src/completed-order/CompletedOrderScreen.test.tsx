import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { customerCalls } from 'shared/api/customerCalls';
import { fakeApi, type FakeReply } from 'shared/testing/fakeApi';
import { orderAccess, saveToken } from '../orderAccess.ts';
import { historyOf } from '../testing/historyOf.ts';
import { renderSite } from '../testing/renderSite.tsx';
import { toastSuccess } from '../layout/feedback.tsx';
import { saveTypedFields } from '../track-order/TrackOrderScreen.tsx';

const { downloadHistory: history, downloadDocument: begin } = customerCalls;
const file = '/uploads/docs/100128_abc.pdf';
const begun = { data: { address: `${file}?grant=g`, grant: 'g' } };

/** A fake API with this response for the order. */
const apiThat = (answer: () => FakeReply<typeof history> | Promise<FakeReply<typeof history>>) =>
  fakeApi().on(history, answer);

const fromDubai = {
  order_id: '100128',
  create_ts: '2026-11-21T09:58:12Z',
  ip: '203.0.113.24',
  browser: 'Safari-iPhone-mobile',
  os: 'iOS 19',
  timezone: 'Asia/Dubai',
  completed: true,
  percent: 100,
};

let clicked: string[];
let click: jest.SpyInstance;

beforeEach(() => {
  clicked = [];
  click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href);
  });
  saveToken('100128', 'token');
});

afterEach(() => {
  click.mockRestore();
  jest.useRealTimers();
});

test('a ready order shows its document and who downloaded it', async () => {
  const { recorded } = apiThat(() => historyOf({}, [fromDubai]));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your declaration is ready' });
  expect(screen.getByText('PDF, 3.1 MB')).toBeVisible();
  const [, row] = within(screen.getByRole('table')).getAllByRole('row');
  expect(
    within(row!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    // First the traveller's own time, which is UTC in tests, then EST.
    '21 November, 9:58 am your time11-21-2026 4:58:12 (EST)',
    'Safari on iPhone, mobile',
    'iOS 19',
    'Asia/Dubai',
    '203.0.113.24',
  ]);
  expect(recorded[0]?.headers.get('X-Timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test.each([
  [1_240, 'The newest 1 of 1,240 downloads'],
  [1, null],
])('of %i downloads the newest are shown, with the total', async (total, text) => {
  apiThat(() => historyOf({}, [fromDubai], { downloadTotal: total }));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('table');
  expect(screen.queryByText(/^The newest/)?.textContent ?? null).toBe(text);
});

test.each([
  [429, 'This document was downloaded 20 times within an hour. Try again in 12 minutes.'],
  [410, 'The file of your document is missing. Contact support: we will send it to you again.'],
])('a download refused with %i says what to do next', async (httpStatus, text) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  apiThat(() => historyOf()).on(begin, () => ({ httpStatus, message: text }));
  renderSite('/get-new-order-details/100128');
  await userEvent.click(await screen.findByRole('button', { name: 'Download document' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  log.mockRestore();
});

test('an incomplete download is shown as such', async () => {
  const incomplete = [0, 97].map((percent) => ({ ...fromDubai, completed: false, percent }));
  apiThat(() => historyOf({}, [...incomplete, fromDubai]));
  renderSite('/get-new-order-details/100128');
  const [, unsent, broken, whole] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(unsent).toHaveTextContent('Started');
  expect(broken).toHaveTextContent('97% sent so far');
  expect(whole).not.toHaveTextContent('sent so far');
});

test('the history leaves out values without meaning for a traveller', async () => {
  apiThat(() => historyOf({}, [{ ...fromDubai, ip: '::1', timezone: 'UTC' }]));
  renderSite('/get-new-order-details/100128');
  const cells = within(await screen.findByRole('table')).getAllByRole('cell');
  expect(cells.slice(3).map((cell) => cell.textContent)).toEqual(['-', '-']);
});

test('without a download the history says so', async () => {
  apiThat(() => historyOf());
  renderSite('/get-new-order-details/100128');
  expect(await screen.findByText('No record found')).toBeVisible();
});

test('Download document starts the download, refetches the history and saves the file a second later', async () => {
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

describe('a download in progress', () => {
  /** Starts a download, which the browser then runs. */
  async function beginOne() {
    const api = apiThat(() => historyOf({}, [fromDubai]))
      .on(begin, () => begun)
      .onFile(file, () => new Response());
    renderSite('/get-new-order-details/100128');
    const button = await screen.findByRole('button', { name: 'Download document' });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(button);
    await act(() => jest.advanceTimersByTimeAsync(1_100));
    return api;
  }
  const later = { ...fromDubai, create_ts: '2026-11-22T10:00:00Z' };
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

  test('is shown as such, and as saved with its folder only after the last byte', async () => {
    const api = await beginOne();
    expect(screen.getByText('Your document is being saved.')).toBeVisible();
    api.on(history, () => historyOf({}, [{ ...later, completed: false, percent: 40 }, fromDubai]));
    await pass(10);
    expect(screen.queryByText('Your document is saved.')).toBeNull();
    api.on(history, () => historyOf({}, [later, fromDubai]));
    await pass(10);
    expect(screen.getByText('Your document is saved.').parentElement).toHaveTextContent(/your Downloads folder/);
    const asked = api.recorded.length;
    await pass(600);
    expect(api.recorded).toHaveLength(asked);
  });

  test('says what to do when the network is lost', async () => {
    await beginOne();
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(screen.getByText(/^Your download resumes/)).toHaveTextContent(
      /^You are offline\. .*press Download document again\.$/,
    );
    online.mockRestore();
    fireEvent(window, new Event('online'));
    expect(screen.getByText('Your document is being saved.')).toBeVisible();
  });

  test('is polled for a limited time, and then the page asks to check', async () => {
    await beginOne();
    await pass(11 * 60);
    expect(screen.getByText('Check that your document was saved.')).toBeVisible();
  });
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

test('a download that fails offline starts by itself once online', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const api = apiThat(() => historyOf()).on(begin, () => 'unreachable');
  renderSite('/get-new-order-details/100128');
  await userEvent.click(await screen.findByRole('button', { name: 'Download document' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The download hasn’t started. It will start when you’re back online.',
  );
  api.on(begin, () => begun).onFile(file, () => new Response(null, { status: 200 }));
  online.mockRestore();
  fireEvent(window, new Event('online'));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(clicked).toEqual([`${location.origin}${file}?grant=g`]));
  expect(api.to(begin)).toHaveLength(2);
  log.mockRestore();
});

test('a document replaced meanwhile is downloaded on the next press', async () => {
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
] as const)('an order that is %s has a heading for its stage, and its step is marked', async (stage, heading, step) => {
  apiThat(() => historyOf({ stage }));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: heading });
  const [current] = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step');
  expect(current).toHaveTextContent(step);
  expect(screen.queryByRole('button', { name: 'Download document' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

test.each([
  [{ step: 'check', on: null, usually_by: null, late: false }, 'Next, we’ll check your answers.'],
  [
    { step: 'begin', on: '2026-12-03', usually_by: null, late: false },
    'We’ll start on 3 December 2026, as you requested. You don’t need to do anything until then.',
  ],
  [{ step: 'begin', on: null, usually_by: null, late: false }, 'You don’t need to do anything until then.'],
  [
    { step: 'check', on: null, usually_by: '2026-11-22T21:00:00Z', late: false },
    '9 in 10 similar orders are ready by 22 November, 9:00 pm your time.',
  ],
  [
    { step: 'check', on: null, usually_by: '2026-11-22T21:00:00Z', late: true },
    'This is taking longer than usual. We’re still working on it.',
  ],
] as const)('the current step says what happens next and by when: %j', async (next, text) => {
  apiThat(() => historyOf({ stage: 'received', next }));
  renderSite('/get-new-order-details/100128');
  expect(await screen.findByText(text)).toBeVisible();
});

test('an order that waits for its payment says so', async () => {
  apiThat(() => historyOf({ stage: 'received', next: { step: 'payment', on: null, usually_by: null, late: false } }));
  renderSite('/get-new-order-details/100128');
  expect(await screen.findByText('We’re waiting for your payment.')).toBeVisible();
});

test('Leave this order removes everything about the order from the tab', async () => {
  saveTypedFields({ orderId: '100128', email: 'layla@example.com' });
  apiThat(() => historyOf());
  const { place } = renderSite('/get-new-order-details/100128');
  const close = await screen.findByRole('button', { name: 'Not your device? Leave this order' });
  act(() => void toastSuccess('We have your answer.'));
  expect(await screen.findByText('We have your answer.')).toBeVisible();
  await userEvent.click(close);
  expect(await screen.findByLabelText('Email ID')).toHaveValue('');
  await waitFor(() => expect(screen.queryByText('We have your answer.')).toBeNull());
  expect(screen.getByLabelText('Order ID')).toHaveValue('');
  expect(place()).toBe('/track-order');
  expect(orderAccess('100128').token).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('Leave this order cancels a download that has not started', async () => {
  const api = apiThat(() => historyOf())
    .on(begin, () => begun)
    .onFile(file, () => new Response());
  const { place } = renderSite('/get-new-order-details/100128');
  const button = await screen.findByRole('button', { name: 'Download document' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(button);
  await act(() => jest.advanceTimersByTimeAsync(500));
  expect(api.askedFiles).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Not your device? Leave this order' }));
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(clicked).toEqual([]);
  expect(place()).toBe('/track-order');
});

test('a call that ends after Close neither returns to the order nor stores anything', async () => {
  let answer = (_: FakeReply<typeof begin>) => {};
  apiThat(() => historyOf()).on(begin, () => new Promise((resolve) => (answer = resolve)));
  const { place } = renderSite('/get-new-order-details/100128');
  await userEvent.click(await screen.findByRole('button', { name: 'Download document' }));
  await userEvent.click(screen.getByRole('button', { name: 'Not your device? Leave this order' }));
  await act(async () => answer({ httpStatus: 401, message: 'Please track your order again.' }));
  expect(place()).toBe('/track-order');
  expect(screen.queryByText('Please track your order again.')).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a download without a response waits, and can be retried', async () => {
  const api = apiThat(() => historyOf()).on(begin, () => 'never');
  renderSite('/get-new-order-details/100128');
  const button = await screen.findByRole('button', { name: 'Download document' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(button);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(button).toHaveTextContent('Starting the download…');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(api.to(begin).map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(button).toHaveTextContent('Starting the download…');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['2026-11-20', 'We refunded your payment on 20 November 2026.'],
  [null, null],
])('a refunded order says on what day: %s', async (on, text) => {
  apiThat(() => historyOf({ stage: 'refunded', next: { step: 'bank', on, usually_by: null, late: false } }));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your payment has been refunded' });
  expect(screen.queryByText(/^We refunded your payment on/)?.textContent ?? null).toBe(text);
});

test('a refunded order has completed every step', async () => {
  apiThat(() => historyOf({ stage: 'refunded' }));
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your payment has been refunded' });
  expect(screen.getAllByText('Done')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});

test('Check again shows what has changed, and focuses its heading', async () => {
  const api = apiThat(() => historyOf({ stage: 'in progress' }));
  renderSite('/get-new-order-details/100128');
  const again = await screen.findByRole('button', { name: 'Check again' });
  api.on(history, () => historyOf());
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toHaveFocus();
});

test('a failed check keeps the order on the page', async () => {
  const api = apiThat(() => historyOf({ stage: 'in progress' }));
  renderSite('/get-new-order-details/100128');
  const again = await screen.findByRole('button', { name: 'Check again' });
  api.on(history, () => 'unreachable');
  await userEvent.click(again);
  expect(await screen.findByText(/^Last updated at \d.* We couldn’t check again\. The server didn’t/)).toBeVisible();
  expect(screen.getByText('We couldn’t check again.')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('heading', { name: 'We are working on your declaration' })).toBeVisible();
});

test('an order that loads slowly can be fetched again', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const api = apiThat(() => 'never');
  renderSite('/get-new-order-details/100128');
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('Loading your order')).toBeInTheDocument();
  expect(screen.queryByText(/taking longer than usual/)).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText(/taking longer than usual/)).toBeVisible();
  api.on(history, () => historyOf());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('heading', { name: 'Your declaration is ready' })).toBeVisible();
});

test('an order that fails to load can be retried', async () => {
  const api = apiThat(() => 'unreachable');
  renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'Your order could not be loaded' });
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible();
  let answer = (_: FakeReply<typeof history>) => {};
  api.on(history, () => new Promise((resolve) => (answer = resolve)));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Trying…' })).toBeVisible();
  await act(async () => answer(historyOf()));
  await screen.findByRole('heading', { name: 'Your declaration is ready' });
});

test('without a token the page redirects to tracking, with the id filled in', async () => {
  const { recorded } = fakeApi();
  const { place } = renderSite('/get-new-order-details/100999');
  expect(await screen.findByLabelText('Order ID')).toHaveValue('100999');
  expect(place()).toBe('/track-order/100999');
  // The tracking page requests only the order's site, for its brand and links.
  expect(recorded.map(({ path }) => path)).toEqual(['/front/order-site']);
});

test('an expired token redirects to tracking with the message, and keeps a stored staff session', async () => {
  localStorage.setItem('user', '{"accessToken":"staff"}');
  apiThat(() => ({ httpStatus: 401, message: 'Track your order again.' }));
  const { place } = renderSite('/get-new-order-details/100128');
  expect(await screen.findByLabelText('Order ID')).toHaveValue('100128');
  expect(place()).toBe('/track-order/100128');
  expect(screen.getByRole('alert')).toHaveTextContent('Track your order again.');
  expect(localStorage.getItem('user')).toBe('{"accessToken":"staff"}');
  expect(orderAccess('100128').token).toBeNull();
});

test('brand, links and footer follow the landing domain once the order has loaded, not before', async () => {
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

test('Menu opens the links, and Escape closes them and focuses Menu again', async () => {
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
