import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { EmptyState, FailedState, SkeletonRows } from './states.tsx';

test('an empty state has its fixed text as a heading, a reason and one action', () => {
  render(
    <EmptyState icon={null} title="No records found" action={<a href="/admin">Go on</a>}>
      Every new order has been taken.
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { name: 'No records found' })).toBeInTheDocument();
  expect(screen.getByText('Every new order has been taken.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go on' })).toBeInTheDocument();
});

test('an empty state that fills the screen has its title as the heading', () => {
  render(<EmptyState fullScreen icon={null} title="Order not found" />, { wrapper: MemoryRouter });
  expect(screen.getByRole('heading', { level: 1, name: 'Order not found' })).toHaveAttribute('tabindex', '-1');
});

test('a failed load says what failed, what is safe and the request’s id, and offers Retry', async () => {
  const retry = jest.fn();
  const error = { message: 'Something went wrong here.', httpStatus: 500, requestId: 'req-7f3a91c2' };
  render(<FailedState title="New Orders could not be loaded" error={error} onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong here. Nothing is lost.');
  expect(screen.getByText('req-7f3a91c2')).toBeInTheDocument();
  // The key F focuses it.
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveAttribute('data-next-step');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

test('a request’s id in the failure’s message is not repeated', () => {
  const error = {
    message: 'Not what this page expects (request req-7f3a91c2).',
    httpStatus: 200,
    requestId: 'req-7f3a91c2',
  };
  render(<FailedState title="New Orders could not be loaded" error={error} onRetry={() => {}} />);
  expect(screen.getAllByText(/req-7f3a91c2/)).toHaveLength(1);
});

test('without a response there is no request id', () => {
  render(
    <FailedState title="New Orders could not be loaded" error={{ message: '…', httpStatus: 0 }} onRetry={() => {}} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The server didn’t respond.');
  expect(screen.queryByText(/administrator/)).not.toBeInTheDocument();
});

test('offline, a failed load says so, and Retry waits', () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <FailedState title="Order 100128 could not be loaded" error={{ message: '…', httpStatus: 0 }} onRetry={() => {}} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('You are offline. This will load when you’re back online.');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDisabled();
  online.mockRestore();
});

test('skeleton rows appear after 150 ms', () => {
  jest.useFakeTimers();
  const { container } = render(<SkeletonRows rows={3} rowHeight={51} />);
  act(() => jest.advanceTimersByTime(149));
  expect(container.firstElementChild).toBeEmptyDOMElement();
  act(() => jest.advanceTimersByTime(1));
  expect(container.firstElementChild!.children).toHaveLength(3);
  jest.useRealTimers();
});
