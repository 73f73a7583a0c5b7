/** Toasts on customers' pages do not time out, because travellers may look away (rule 16.20). */
import { act, fireEvent, render, screen } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { customerCalls } from 'shared/api/customerCalls';
import { orderNotFoundForCustomer } from 'shared/api/trackOrderCall';
import { Toaster, toastSuccess } from 'shared/desk';
import { fakeApi } from 'shared/testing/fakeApi';
import { CustomerLayout } from './layout/CustomerLayout.tsx';
import { historyOf } from './testing/historyOf.ts';
import { renderSite } from './testing/renderSite.tsx';
import { TrackOrderScreen } from './track-order/TrackOrderScreen.tsx';

const { track, downloadHistory } = customerCalls;

// Fake the timers before the first toast starts.
beforeEach(() => {
  toast.remove();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());

/** Advance in steps, so that a timer's changes render before the next timer. */
const aMinute = async () => {
  for (let step = 0; step < 6; step++) await act(() => jest.advanceTimersByTimeAsync(10_000));
};
const toastThat = (role: 'alert' | 'status', text: string) => screen.findByText(text, { selector: `[role=${role}] p` });

function trackOrder() {
  fireEvent.change(screen.getByLabelText('Order ID'), { target: { value: '100128' } });
  fireEvent.change(screen.getByLabelText('Email ID'), { target: { value: 'layla@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'TRACK ORDER' }));
}

test('on the public site a toast stays until a newer one, and a success until the next press', async () => {
  const api = fakeApi()
    .on(track, () => ({ httpStatus: 404, message: orderNotFoundForCustomer }))
    .on(downloadHistory, () => historyOf());
  renderSite('/track-order');
  trackOrder();
  const failed = await toastThat('alert', orderNotFoundForCustomer);
  await aMinute();
  expect(failed).toBeVisible();

  api.on(track, () => ({ message: 'We found your order.', data: { token: 'token' } }));
  trackOrder();
  const found = await toastThat('status', 'We found your order.');
  await aMinute();
  expect(failed).not.toBeInTheDocument();
  expect(found).toBeVisible();
  fireEvent.click(screen.getByRole('main'));
  await aMinute();
  expect(found).not.toBeInTheDocument();
});

test('in the shell a customer page’s toast stays, although others leave', async () => {
  fakeApi().on(track, () => ({ httpStatus: 404, message: orderNotFoundForCustomer }));
  render(
    <MemoryRouter initialEntries={['/track-order']}>
      <Toaster />
      <CustomerLayout>
        <TrackOrderScreen />
      </CustomerLayout>
    </MemoryRouter>,
  );
  act(() => void toastSuccess('Of the shell'));
  const other = await toastThat('status', 'Of the shell');
  await aMinute();
  expect(other).not.toBeInTheDocument();
  trackOrder();
  const failed = await toastThat('alert', orderNotFoundForCustomer);
  await aMinute();
  expect(failed).toBeVisible();
});
