import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';

function Broken(): never {
  throw new TypeError('orders is undefined');
}

test('a page that crashes does not affect the others', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const onCatch = jest.fn();
  const at = (path: string, page: ReactNode) => (
    <ErrorBoundary resetKey={path} onCatch={onCatch} fallback={(error) => <h1>{String(error)}</h1>}>
      {page}
    </ErrorBoundary>
  );
  const { rerender } = render(at('/get-new-order-details/1', <Broken />));
  expect(screen.getByRole('heading')).toHaveTextContent('TypeError: orders is undefined');
  expect(onCatch).toHaveBeenCalledTimes(1);
  rerender(at('/track-order', <h1>Track your order</h1>));
  expect(screen.getByRole('heading')).toHaveTextContent('Track your order');
  jest.restoreAllMocks();
});
