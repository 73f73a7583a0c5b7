import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { customerCalls } from 'shared/api/customerCalls';
import { fakeApi } from 'shared/testing/fakeApi';
import { toastError } from '../layout/feedback.tsx';
import { saveToken } from '../orderAccess.ts';
import { historyOf } from '../testing/historyOf.ts';
import { renderSite } from '../testing/renderSite.tsx';

const { downloadHistory: history, follow } = customerCalls;

const unchanged = () => ({ data: { changed: false, askAgain: 10 } });
const inProgress = (mark = 'a mark') => historyOf({ stage: 'in progress' }, [], { askAgain: 10, mark });

let hidden: jest.SpyInstance;

beforeEach(() => {
  saveToken('100128', 'token');
  hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false);
});

afterEach(() => {
  jest.useRealTimers();
  hidden.mockRestore();
});

/** Opens an order in progress. Only the test advances the time. */
async function open() {
  const api = fakeApi()
    .on(history, () => inProgress())
    .on(follow, unchanged);
  const { place } = renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'We are working on your declaration' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'], now: Date.now() });
  // Restart the delay, which began in real time.
  returnToThePage();
  await pass(1);
  expect(api.to(follow)).toHaveLength(1);
  return { api, place };
}

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const returnToThePage = () => fireEvent(document, new Event('visibilitychange'));

test('an unfinished order is polled at growing intervals', async () => {
  const { api } = await open();
  const times: number[] = [];
  for (let second = 1; second <= 100; second += 1) {
    const before = api.to(follow).length;
    await pass(1);
    if (api.to(follow).length > before) times.push(second);
  }
  // The intervals are 10, 15, 22.5 and 33.75 seconds.
  expect(times).toEqual([10, 25, 48, 82]);
  expect(api.to(history)).toHaveLength(1);
  expect(api.to(follow)[0]?.body).toEqual({ orderId: '100128', mark: 'a mark' });
});

test('a change is shown automatically, and its heading is focused', async () => {
  const { api } = await open();
  api.on(follow, () => ({ data: { changed: true, askAgain: null } })).on(history, () => historyOf());
  await pass(10);
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toHaveFocus();
  const asked = api.recorded.length;
  await pass(3_600);
  expect(api.recorded).toHaveLength(asked);
});

test('a toast leaves once the page shows something newer', async () => {
  const { api } = await open();
  act(() => void toastError('We don’t need anything from you right now.'));
  await pass(10);
  expect(screen.getByText('We don’t need anything from you right now.')).toBeVisible();
  api
    .on(follow, () => ({ data: { changed: true, askAgain: null } }))
    .on(history, () => historyOf({}, [], { mark: 'b' }));
  await pass(20);
  expect(screen.getByRole('heading', { name: 'Your declaration is ready' })).toBeVisible();
  expect(screen.queryByText('We don’t need anything from you right now.')).toBeNull();
});

test('Check again closes the toast', async () => {
  await open();
  act(() => void toastError('We don’t need anything from you right now.'));
  await pass(1);
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await pass(1);
  expect(screen.queryByText('We don’t need anything from you right now.')).toBeNull();
});

test('a hidden page does not poll, and checks at once when visible again', async () => {
  const { api } = await open();
  hidden.mockReturnValue(true);
  returnToThePage();
  await pass(600);
  expect(api.to(follow)).toHaveLength(1);
  hidden.mockReturnValue(false);
  returnToThePage();
  await pass(0.2);
  expect(api.to(follow)).toHaveLength(2);
});

test('the note about a failed check leaves once online again, with or without an online event', async () => {
  const { api } = await open();
  const warning = () => screen.queryByText(/We couldn’t check again\. The server didn’t respond\./);
  api.on(follow, () => 'unreachable').on(history, () => 'unreachable');
  await pass(10);
  expect(warning()).toBeVisible();
  // The note is shown, but not announced each time that the Wi-Fi is lost.
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(7);
  expect(warning()).toBeVisible();
  // While offline, the offline notice replaces the note.
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(warning()).toBeNull();
  api.on(follow, unchanged).on(history, () => inProgress());
  online.mockRestore();
  fireEvent(window, new Event('online'));
  await pass(0.2);
  expect(warning()).toBeNull();

  api.on(follow, () => 'unreachable').on(history, () => 'unreachable');
  await pass(10);
  expect(warning()).toBeVisible();
  api.on(history, () => inProgress());
  await pass(4);
  expect(warning()).toBeNull();
});

test('a check without a response is awaited until another one replaces it', async () => {
  const { api } = await open();
  api.on(follow, () => 'never').on(history, () => inProgress());
  await pass(11);
  await pass(600);
  expect(screen.queryByText(/We couldn’t check again/)).toBeNull();
  const asked = api.recorded.length;
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(1);
  expect(api.recorded.length).toBeGreaterThan(asked);
});

test('a check without a response is replaced after 30 seconds at the earliest', async () => {
  const { api } = await open();
  api.on(follow, () => 'never');
  await pass(11);
  const asked = api.recorded.length;
  await pass(28);
  expect(api.recorded).toHaveLength(asked);
  api.on(follow, () => ({ data: { changed: true, askAgain: null } })).on(history, () => historyOf());
  await pass(2);
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toBeVisible();
});

test('a pressed check without a response says so, and only the newest press announces its result', async () => {
  const { api } = await open();
  // From here on the polling interval is too long to interfere.
  api.on(history, () => historyOf({ stage: 'in progress' }, [], { askAgain: 300, mark: 'a mark' }));
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await pass(0.1);
  api.on(history, () => 'never');
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await pass(9);
  expect(screen.queryByText(/taking longer than usual/)).toBeNull();
  await pass(2);
  const tryAgain = screen.getByRole('button', { name: 'Try again' });
  fireEvent.click(tryAgain);
  await pass(0.1);
  expect(screen.queryByText('We couldn’t check again.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Checking…' })).toBeVisible();
  api.on(history, () => inProgress());
  fireEvent.click(tryAgain);
  await pass(0.1);
  expect(screen.getByText(/^Checked at /)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
});

test('a token that expires meanwhile redirects to the form', async () => {
  const { api, place } = await open();
  api.on(follow, () => ({ httpStatus: 401, message: 'Please track your order again.' }));
  await pass(10);
  await waitFor(() => expect(place()).toBe('/track-order/100128'));
});

test('automatic checks are not announced, and pressed ones are', async () => {
  await open();
  const announced = () =>
    screen
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join('');
  await pass(10);
  expect(announced()).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await pass(0.1);
  expect(announced()).toMatch(/^Checked at /);
});
