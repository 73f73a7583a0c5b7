import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PageBoundary } from './PageBoundary.tsx';

function Broken(): never {
  throw new TypeError('orders is undefined');
}

test('a page that failed does not take the others with it', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const at = (place: string, page: ReactNode) => <PageBoundary place={place}>{page}</PageBoundary>;
  const { rerender } = render(at('/get-new-order-details/1', <Broken />));
  expect(screen.getByRole('heading')).toHaveTextContent('This page could not be shown');
  rerender(at('/track-order', <h1>Track your order</h1>));
  expect(screen.getByRole('heading')).toHaveTextContent('Track your order');
  jest.restoreAllMocks();
});
