import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { orderCalls } from '../../api/orderCalls.ts';
import { fakeApi, type FakeReply } from '../../testing/fakeApi.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { useAction } from './useAction.ts';

const apiThat = (answer: () => FakeReply<typeof orderCalls.assign> | Promise<FakeReply<typeof orderCalls.assign>>) =>
  fakeApi().on(orderCalls.assign, answer);
const done = {
  message: 'Order has been assigned successfully',
  data: { done: ['100471'], failed: [], actionId: 'a' },
};
const input = { orderId: ['100471'], assignto: 'Tia Team' };

beforeEach(() => act(() => toast.remove()));

test('a success passes its answer on, and toasts the server’s message', async () => {
  apiThat(() => done);
  const onDone = jest.fn();
  render(<Toaster />);
  const { result } = renderHook(() => useAction(orderCalls.assign, { onDone }));
  await act(() => result.current.run(input));
  expect(onDone).toHaveBeenCalledWith({ status: 1, ...done }, input);
  expect(screen.getByRole('status')).toHaveTextContent('Order has been assigned successfully');
});

test('a refusal is toasted as an error and kept, and nothing is thrown', async () => {
  apiThat(() => ({ httpStatus: 409, message: 'Taken by Max Manager' }));
  render(<Toaster />);
  const { result } = renderHook(() => useAction(orderCalls.assign));
  expect(await act(() => result.current.run(input))).toBeNull();
  expect(result.current.error).toMatchObject({ httpStatus: 409 });
  expect(screen.getByRole('alert')).toHaveTextContent('Taken by Max Manager');
});

test('each click has one idempotency key, which its retries keep', async () => {
  let answers = 0;
  const { recorded } = apiThat(() => (++answers === 1 ? 'unreachable' : done));
  const { result } = renderHook(() => useAction(orderCalls.assign));
  await act(() => result.current.run(input));
  await act(() => result.current.run(input));
  const [first, again, next] = recorded.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toBeTruthy();
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test('without a response the toast says what did not happen, and offers Retry, which sends the same key', async () => {
  let reachable = false;
  const { recorded } = apiThat(() => (reachable ? done : 'unreachable'));
  render(<Toaster />);
  const { result } = renderHook(() =>
    useAction(orderCalls.assign, { failureText: () => 'The order was not assigned' }),
  );
  await act(() => result.current.run(input));
  expect(screen.getByRole('alert')).toHaveTextContent(/^The order was not assigned\. The server didn’t respond\./);
  reachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Order has been assigned successfully')).toBeInTheDocument();
  expect(new Set(recorded.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('a second click during the call does nothing', async () => {
  const answer = Promise.withResolvers<typeof done>();
  const { recorded } = apiThat(() => answer.promise);
  const { result } = renderHook(() => useAction(orderCalls.assign));
  act(() => {
    void result.current.run(input);
    void result.current.run(input);
  });
  await waitFor(() => expect(result.current.pending).toBe(true));
  answer.resolve(done);
  await waitFor(() => expect(result.current.pending).toBe(false));
  expect(recorded).toHaveLength(1);
});

test('with a toast id, a success replaces the earlier refusal', async () => {
  let works = false;
  apiThat(() => (works ? done : { httpStatus: 409, message: 'Taken by Max Manager' }));
  render(<Toaster stay />);
  const { result } = renderHook(() => useAction(orderCalls.assign, { toastId: 'assignment' }));
  await act(() => result.current.run(input));
  works = true;
  await act(() => result.current.run(input));
  expect(screen.getByRole('status')).toHaveTextContent(done.message);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a bug in the page is reported, and does not reject', async () => {
  apiThat(() => done);
  globalThis.reportError = jest.fn();
  const fault = new TypeError('orders is undefined');
  const onDone = () => {
    throw fault;
  };
  const { result } = renderHook(() => useAction(orderCalls.assign, { onDone }));
  expect(await act(() => result.current.run(input))).toBeNull();
  expect(globalThis.reportError).toHaveBeenCalledWith(fault);
  expect(result.current.error).toBeNull();
});
