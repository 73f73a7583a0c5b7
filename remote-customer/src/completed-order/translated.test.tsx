import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { customerCalls } from 'shared/api/customerCalls';
import { fakeApi } from 'shared/testing/fakeApi';
import { saveToken } from '../orderAccess.ts';
import { historyOf } from '../testing/historyOf.ts';
import { renderSite } from '../testing/renderSite.tsx';
import { translatePage } from '../testing/translatePage.ts';

const { downloadHistory: history, downloadDocument: begin } = customerCalls;
const file = '/uploads/docs/100128_abc.pdf';

const download = {
  order_id: '100128',
  create_ts: '2026-11-22T09:58:12Z',
  ip: '203.0.113.24',
  browser: 'Safari-iPhone-mobile',
  os: 'iOS 19',
  timezone: 'Asia/Dubai',
  completed: true,
  percent: 100,
};

let click: jest.SpyInstance;

beforeEach(() => {
  saveToken('100128', 'token');
  click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

afterEach(() => {
  click.mockRestore();
  jest.useRealTimers();
});

test('a translated page keeps working when the polling ends', async () => {
  const api = fakeApi().on(history, () => historyOf({ stage: 'refund on its way' }, [], { askAgain: 300 }));
  renderSite('/get-new-order-details/100128');
  const again = await screen.findByRole('button', { name: 'Check again' });
  translatePage();
  api.on(history, () => historyOf({ stage: 'refunded' }));
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Your payment has been refunded' })).toBeVisible();
  expect(screen.getByText(/^Last checked at/)).not.toHaveTextContent('updates automatically');
});

test('a translated page keeps working when a question is asked', async () => {
  const api = fakeApi().on(history, () => historyOf({ stage: 'we need something from you' }));
  renderSite('/get-new-order-details/100128');
  const again = await screen.findByRole('button', { name: 'Check again' });
  translatePage();
  api.on(history, () => historyOf({ stage: 'we need something from you', question: 'Which passport?' }));
  await userEvent.click(again);
  expect(await screen.findByText('Which passport?')).toBeVisible();
  expect(screen.queryByText('We need to reach you.')).toBeNull();
});

test('a translated page says that the document is saved', async () => {
  const api = fakeApi()
    .on(history, () => historyOf())
    .on(begin, () => ({ data: { address: `${file}?grant=g`, grant: 'g' } }))
    .onFile(file, () => new Response());
  renderSite('/get-new-order-details/100128');
  const button = await screen.findByRole('button', { name: 'Download document' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(button);
  await act(() => jest.advanceTimersByTimeAsync(1_100));
  expect(screen.getByText('Your document is being saved.')).toBeVisible();
  translatePage();
  api.on(history, () => historyOf({}, [download]));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  const note = screen.getByText('Your document is saved.').parentElement;
  expect(note).toHaveTextContent(
    /Check that the document opens before you fly\. If it doesn’t, press Download document again\.$/,
  );
  expect(note).not.toHaveTextContent('This page tells you when');
  expect(screen.queryByText('Your document is being saved.')).toBeNull();
});
