import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { customerCalls } from 'shared/api/customerCalls';
import { fakeApi } from 'shared/testing/fakeApi';
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

/** An order in progress that is on the page; time goes on only where a test lets it. */
async function open() {
  const api = fakeApi()
    .on(history, () => inProgress())
    .on(follow, unchanged);
  const { place } = renderSite('/get-new-order-details/100128');
  await screen.findByRole('heading', { name: 'We are working on your declaration' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'], now: Date.now() });
  // The wait that began in real time starts again.
  returnToThePage();
  await pass(1);
  expect(api.to(follow)).toHaveLength(1);
  return { api, place };
}

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const returnToThePage = () => fireEvent(document, new Event('visibilitychange'));

test('an order that is not finished is asked for anew, slower and slower', async () => {
  const { api } = await open();
  const times: number[] = [];
  for (let second = 1; second <= 100; second += 1) {
    const before = api.to(follow).length;
    await pass(1);
    if (api.to(follow).length > before) times.push(second);
  }
  // After 10, 15, 22.5 and 33.75 seconds, each after the last.
  expect(times).toEqual([10, 25, 48, 82]);
  expect(api.to(history)).toHaveLength(1);
  expect(api.to(follow)[0]?.body).toEqual({ orderId: '100128', mark: 'a mark' });
});

test('what has changed shows by itself, and its heading takes the focus', async () => {
  const { api } = await open();
  api.on(follow, () => ({ data: { changed: true, askAgain: null } })).on(history, () => historyOf());
  await pass(10);
  expect(await screen.findByRole('heading', { name: 'Your declaration is ready' })).toHaveFocus();
  const asked = api.recorded.length;
  await pass(3_600);
  expect(api.recorded).toHaveLength(asked);
});

test('nothing is asked while nobody looks, and at once when they do again', async () => {
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

test('a failed check leaves by itself once the network is back, told or not', async () => {
  const { api } = await open();
  const warning = () => screen.queryByText(/Checking again failed\. The server did not answer\./);
  api.on(follow, () => 'unreachable').on(history, () => 'unreachable');
  await pass(10);
  expect(warning()).toBeVisible();
  // Told, and not cried out each time that the Wi-Fi goes.
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(7);
  expect(warning()).toBeVisible();
  api.on(follow, unchanged).on(history, () => inProgress());
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

test('a look that hangs is waited for, until another one takes its place', async () => {
  const { api } = await open();
  api.on(follow, () => 'never').on(history, () => inProgress());
  await pass(11);
  await pass(600);
  expect(screen.queryByText(/Checking again failed/)).toBeNull();
  const asked = api.recorded.length;
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(1);
  expect(api.recorded.length).toBeGreaterThan(asked);
});

test('a look that hangs is replaced by the next one, 30 seconds later at the soonest', async () => {
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

test('a check that was pressed for and hangs says so, and only the newest press announces its end', async () => {
  const { api } = await open();
  // From here on the page itself looks too seldom to come between.
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
  expect(screen.queryByText('Checking again failed.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Checking…' })).toBeVisible();
  api.on(history, () => inProgress());
  fireEvent.click(tryAgain);
  await pass(0.1);
  expect(screen.getByText(/^Checked at /)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
});

test('a token that ends meanwhile leads to the form', async () => {
  const { api, place } = await open();
  api.on(follow, () => ({ httpStatus: 401, message: 'Please track your order again.' }));
  await pass(10);
  await waitFor(() => expect(place()).toBe('/track-order/100128'));
});

test('what is checked by itself is not announced; what was pressed for is', async () => {
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
