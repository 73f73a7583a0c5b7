import { act, render, screen } from '@testing-library/react';
import { OfflineLine } from './Note.tsx';

function network(online: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

test('it says offline, then online again, and then nothing', () => {
  jest.useFakeTimers();
  render(<OfflineLine />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  network(false);
  expect(screen.getByRole('status')).toHaveTextContent('You are offline. What you type is kept.');
  network(true);
  expect(screen.getByRole('status')).toHaveTextContent('Back online');
  act(() => jest.advanceTimersByTime(4_000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  jest.useRealTimers();
});
