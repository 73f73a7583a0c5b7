import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoadingOrder } from './CompletedOrderScreen.tsx';

test('an order that loads slowly can be fetched again', async () => {
  jest.useFakeTimers();
  const retry = jest.fn();
  render(<LoadingOrder retry={retry} />);
  act(() => void jest.advanceTimersByTime(5_000));
  expect(screen.getByText('Loading your order')).toBeInTheDocument();
  expect(screen.queryByText(/taking longer than usual/)).toBeNull();
  act(() => void jest.advanceTimersByTime(10_000));
  expect(screen.getByText(/taking longer than usual/)).toBeVisible();
  await userEvent
    .setup({ advanceTimers: jest.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
