import { act, fireEvent, render, screen } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { Toaster } from './Toaster.tsx';
import { toastError, toastSuccess, usePersistentToasts } from './toasts.ts';

beforeEach(() => {
  jest.useFakeTimers();
  act(() => toast.remove());
});
afterEach(() => jest.useRealTimers());

/** Advances in steps, so that React can render in between and start the next timer. */
function after(milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 100) act(() => jest.advanceTimersByTime(Math.min(100, left)));
}

/** Fakes `:hover`, which jsdom does not track. */
function hover(isHovered: boolean) {
  const region = screen.getByRole('region', { name: 'Notifications' });
  const matches = (selector: string) => Element.prototype.matches.call(region, selector);
  jest
    .spyOn(region, 'matches')
    .mockImplementation((selector) => (selector === ':hover' ? isHovered : matches(selector)));
}

test('a success is a status and a failure an alert', () => {
  render(<Toaster stay />);
  act(() => {
    toastSuccess('Order has been assigned successfully');
    toastError('There are no orders to take.');
  });
  expect(screen.getByRole('status')).toHaveTextContent('Order has been assigned successfully');
  expect(screen.getByRole('alert')).toHaveTextContent('There are no orders to take.');
});

test('a toast whose offer lasts longer stays until the offer ends', () => {
  render(<Toaster />);
  act(() => void toastSuccess('On its way', { durationMs: 10_000 }));
  after(9_900);
  expect(screen.getByText('On its way')).toBeInTheDocument();
  after(400);
  expect(screen.queryByText('On its way')).not.toBeInTheDocument();
});

test('a toast leaves after five seconds', () => {
  render(<Toaster />);
  act(() => void toastSuccess('Done'));
  after(4_900);
  expect(screen.getByText('Done')).toBeInTheDocument();
  after(400);
  expect(screen.queryByText('Done')).not.toBeInTheDocument();
});

test('hovering pauses its time', () => {
  render(<Toaster />);
  act(() => void toastSuccess('Done'));
  after(3_000);
  hover(true);
  after(60_000);
  expect(screen.getByText('Done')).toBeInTheDocument();
  hover(false);
  after(1_900);
  expect(screen.getByText('Done')).toBeInTheDocument();
  after(400);
  expect(screen.queryByText('Done')).not.toBeInTheDocument();
});

test('after a focused toast is closed, later toasts leave on time', () => {
  render(<Toaster />);
  act(() => void toastSuccess('First'));
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  after(300);
  act(() => void toastSuccess('Second'));
  after(5_300);
  expect(screen.queryByText('Second')).not.toBeInTheDocument();
});

test('hovering over a toast does not restart a focused one’s time', () => {
  render(<Toaster />);
  act(() => void toastSuccess('Deleted', { action: { label: 'Undo', run: () => undefined } }));
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  hover(true);
  hover(false);
  after(60_000);
  expect(screen.getByText('Deleted')).toBeInTheDocument();
  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
  after(5_300);
  expect(screen.queryByText('Deleted')).not.toBeInTheDocument();
});

test('a hidden tab pauses its time', () => {
  render(<Toaster />);
  act(() => void toastSuccess('Done'));
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  after(60_000);
  expect(screen.getByText('Done')).toBeInTheDocument();
  hidden.mockRestore();
});

test('only the newest is shown, with its own five seconds, and the others do not return', () => {
  render(<Toaster />);
  act(() => void toastSuccess('first'));
  after(4_000);
  act(() => void toastSuccess('second'));
  expect(screen.getAllByRole('status').map((shown) => shown.textContent)).toEqual(['second']);
  after(4_900);
  expect(screen.getAllByRole('status').map((shown) => shown.textContent)).toEqual(['second']);
  after(400);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('a toast that replaces an older one is the newest', () => {
  render(<Toaster />);
  act(() => void toastSuccess('Moved', { id: 'order' }));
  after(1_000);
  act(() => void toastError('Undo failed'));
  act(() => void jest.advanceTimersByTime(10));
  act(() => void toastSuccess('Undone', { id: 'order' }));
  after(500);
  expect(screen.getAllByRole('status').map((shown) => shown.textContent)).toEqual(['Undone']);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a persistent toast has no time; × closes it', () => {
  render(<Toaster stay />);
  act(() => void toastError('The download did not start.'));
  after(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  after(300);
  expect(screen.queryByText('The download did not start.')).not.toBeInTheDocument();
});

describe('on a screen with persistent toasts', () => {
  function Settings() {
    usePersistentToasts();
    return null;
  }

  test('no toast leaves while the screen is open; afterwards each has five seconds', () => {
    const { rerender } = render(<Toaster />);
    act(() => void toastSuccess('Told before'));
    after(4_000);
    const beside = (screen: boolean) =>
      rerender(
        <>
          <Toaster />
          {screen && <Settings />}
        </>,
      );
    beside(true);
    act(() => void toastError('Told there'));
    after(60_000);
    expect(screen.getByText('Told before')).toBeInTheDocument();
    expect(screen.getByText('Told there')).toBeInTheDocument();
    beside(false);
    after(4_900);
    expect(screen.queryByText('Told before')).not.toBeInTheDocument();
    expect(screen.getByText('Told there')).toBeInTheDocument();
    after(400);
    expect(screen.queryByText('Told there')).not.toBeInTheDocument();
  });

  test('a fourth toast removes the oldest, instead of waiting for ever', () => {
    render(
      <>
        <Toaster />
        <Settings />
      </>,
    );
    for (const text of ['First', 'Second', 'Third', 'Fourth']) act(() => void toastSuccess(text));
    after(300);
    expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual(['Fourth', 'Third', 'Second']);
  });
});

test('its action runs once, and the toast leaves', () => {
  const undo = jest.fn();
  render(<Toaster />);
  act(() => void toastSuccess('Order has been deleted successfully', { action: { label: 'Undo', run: undo } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Order has been deleted successfully')).not.toBeInTheDocument();
});

test('a toast that replaces one whose action was pressed stays, without its buttons', () => {
  render(<Toaster />);
  act(() => void toastSuccess('Deleted', { id: 'order', action: { label: 'Undo', run: () => undefined } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  after(100);
  act(() => void toastError('Undo is no longer possible.', { id: 'order' }));
  after(1_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Undo is no longer possible.');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test.each([
  [300, 'stays', true],
  [340, 'leaves', false],
])('dragged %d of 400 px to the right it %s', (distance, _what, stays) => {
  render(<Toaster />);
  act(() => void toastSuccess('Done'));
  const drawn = screen.getByRole('status');
  jest.spyOn(drawn, 'offsetWidth', 'get').mockReturnValue(400);
  const at = (type: string, clientX: number) =>
    fireEvent(drawn, Object.assign(new MouseEvent(type, { bubbles: true, clientX, button: 0 }), { pointerId: 1 }));
  at('pointerdown', 10);
  at('pointermove', 10 + distance);
  at('pointerup', 10 + distance);
  after(300);
  expect(Boolean(screen.queryByText('Done'))).toBe(stays);
});

test('the page makes room for a toast at once, and takes it back a second after the last one', () => {
  let resized = () => {};
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation(((changed: () => void) => {
    resized = changed;
    return { observe: () => {}, unobserve: () => {}, disconnect: () => {} };
  }) as never);
  render(<Toaster />);
  const region = screen.getByRole('region', { name: 'Notifications' });
  const resizeTo = (height: number) => {
    jest.spyOn(region, 'offsetHeight', 'get').mockReturnValue(height);
    resized();
  };
  const room = () => document.documentElement.style.getPropertyValue('--toast-height');
  resizeTo(64);
  expect(room()).toBe('76px');

  // A pressed Undo removes its toast, and the next toast is less tall.
  resizeTo(0);
  after(900);
  expect(room()).toBe('76px');
  resizeTo(44);
  after(900);
  expect(room()).toBe('76px');
  after(200);
  expect(room()).toBe('56px');
  // While the mouse is over a button, the page does not move.
  const { matchMedia } = globalThis;
  globalThis.matchMedia = ((query) => ({ ...matchMedia(query), matches: true })) as typeof matchMedia;
  const hovered = jest.spyOn(document, 'querySelector').mockReturnValue(document.body);
  resizeTo(0);
  after(3_000);
  expect(room()).toBe('56px');
  hovered.mockRestore();
  after(1_100);
  expect(room()).toBe('0px');
  globalThis.matchMedia = matchMedia;
  jest.restoreAllMocks();
});
