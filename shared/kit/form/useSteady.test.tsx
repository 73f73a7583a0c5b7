import { act, fireEvent, render, screen } from '@testing-library/react';
import { settledTimers } from '../../testing/settledTimers.ts';
import { useSteady } from './useSteady.ts';

function Message({ text }: { text: string }) {
  return <p role="note">{useSteady(text)}</p>;
}
const note = () => screen.getByRole('note').textContent;
const over = () => act(settledTimers);

test('what changes while nothing is pressed is shown at once', () => {
  const { rerender } = render(<Message text="before" />);
  rerender(<Message text="after" />);
  expect(note()).toBe('after');
});

test.each([
  ['pointerDown', 'pointerUp'],
  ['pointerDown', 'pointerCancel'],
  ['mouseDown', 'mouseUp'],
  ['mouseDown', 'contextMenu'],
] as const)('between %s and %s nothing changes, and neither at the click that follows', async (down, up) => {
  const { rerender } = render(<Message text="before" />);
  fireEvent[down](document.body);
  rerender(<Message text="after" />);
  fireEvent[up](document.body);
  fireEvent.click(document.body);
  expect(note()).toBe('before');
  await over();
  expect(note()).toBe('after');
});

test('a touch that is told once more as a mouse is one press', async () => {
  const { rerender } = render(<Message text="before" />);
  fireEvent.pointerDown(document.body);
  fireEvent.pointerUp(document.body);
  fireEvent.mouseDown(document.body);
  rerender(<Message text="after" />);
  await over();
  expect(note()).toBe('before');
  fireEvent.mouseUp(document.body);
  await over();
  expect(note()).toBe('after');
});

test('a field that loses the focus ends no press, a window that does ends it', async () => {
  const { rerender } = render(<Message text="before" />);
  fireEvent.pointerDown(document.body);
  rerender(<Message text="after" />);
  fireEvent.blur(screen.getByRole('note'));
  await over();
  expect(note()).toBe('before');
  fireEvent.blur(window);
  await over();
  expect(note()).toBe('after');
});
