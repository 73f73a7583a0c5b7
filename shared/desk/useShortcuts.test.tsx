import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setPreferences } from './preferences.ts';
import { takeTypedAhead, typeAhead, useShortcuts, type Shortcuts } from './useShortcuts.ts';

function Keys({ shortcuts, layer, global }: { shortcuts: Shortcuts; layer?: string; global?: boolean }) {
  useShortcuts(shortcuts, { global });
  return (
    <>
      <input aria-label="Search" />
      {layer && <div role={layer} />}
    </>
  );
}

afterEach(() => setPreferences({ singleKeyShortcuts: true }));

test('a key works on the page, but not in a field or with Ctrl', async () => {
  const next = jest.fn();
  render(<Keys shortcuts={{ n: next }} />);
  await userEvent.keyboard('n');
  expect(next).toHaveBeenCalledTimes(1);
  await userEvent.type(screen.getByLabelText('Search'), 'n');
  fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true });
  expect(next).toHaveBeenCalledTimes(1);
});

test('a screen’s own key wins over the same key of all screens, even if the screen is mounted later', async () => {
  const [everywhere, here] = [jest.fn(), jest.fn()];
  const layout = <Keys shortcuts={{ '/': everywhere }} global />;
  const { rerender } = render(layout);
  await userEvent.keyboard('/');
  expect(everywhere).toHaveBeenCalledTimes(1);
  rerender(
    <>
      {layout}
      <Keys shortcuts={{ '/': here }} />
    </>,
  );
  await userEvent.keyboard('/');
  expect([everywhere, here].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test.each(['dialog', 'alertdialog', 'menu', 'listbox'])('no key works behind a %s', async (layer) => {
  const next = jest.fn();
  render(<Keys shortcuts={{ n: next }} layer={layer} />);
  await userEvent.keyboard('n');
  expect(next).not.toHaveBeenCalled();
});

test('a layer that fades out and has given the focus back takes no keys', async () => {
  const next = jest.fn();
  render(
    <>
      <Keys shortcuts={{ n: next }} layer="dialog" />
      <button type="button">Opener</button>
    </>,
  );
  act(() => screen.getByText('Opener').focus());
  await userEvent.keyboard('n');
  expect(next).toHaveBeenCalledTimes(1);
});

test('what is typed ahead of a screen’s search reaches that search, and triggers nothing', async () => {
  const next = jest.fn();
  render(<Keys shortcuts={{ n: next }} />);
  typeAhead();
  await userEvent.keyboard('ngozi');
  expect(next).not.toHaveBeenCalled();
  expect(takeTypedAhead()).toBe('ngozi');
  act(() => screen.getByLabelText('Search', { selector: ':not([id])' }).focus());
  await waitFor(() => expect(takeTypedAhead()).toBe(''));
});

test('when switched off, character keys do nothing; Escape still works', () => {
  const next = jest.fn();
  const clear = jest.fn();
  setPreferences({ singleKeyShortcuts: false });
  render(<Keys shortcuts={{ n: next, Escape: clear }} />);
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(next).not.toHaveBeenCalled();
  expect(clear).toHaveBeenCalledTimes(1);
});

test('a sequence’s second key does not trigger that key’s own shortcut', async () => {
  const go = jest.fn();
  const next = jest.fn();
  render(
    <>
      <Keys shortcuts={{ n: next }} />
      <Keys shortcuts={{ 'g n': go }} />
    </>,
  );
  await userEvent.keyboard('gn');
  expect(go).toHaveBeenCalledTimes(1);
  expect(next).not.toHaveBeenCalled();
  await userEvent.keyboard('n');
  expect(next).toHaveBeenCalledTimes(1);
});

test('a held key acts once; only steps along a list repeat', () => {
  const shortcuts = Object.fromEntries(['z', 'n', 'Enter', 'j', 'k', 'ArrowDown'].map((key) => [key, jest.fn()]));
  render(<Keys shortcuts={shortcuts} />);
  for (const key of Object.keys(shortcuts)) {
    for (const repeat of [false, true, true]) fireEvent.keyDown(document.body, { key, repeat });
  }
  const times = Object.entries(shortcuts).map(([key, action]) => [key, action.mock.calls.length]);
  expect(Object.fromEntries(times)).toEqual({ z: 1, n: 1, Enter: 1, j: 3, k: 3, ArrowDown: 3 });
});

test('a sequence also works if its keys are held a moment too long', () => {
  const go = jest.fn();
  const upload = jest.fn();
  render(<Keys shortcuts={{ 'g d': go, d: upload }} />);
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'g', repeat: true });
  fireEvent.keyDown(document.body, { key: 'd' });
  fireEvent.keyDown(document.body, { key: 'd', repeat: true });
  expect(go).toHaveBeenCalledTimes(1);
  expect(upload).not.toHaveBeenCalled();
});

test('Shift with a letter is another shortcut, but Shift that types a sign is part of the sign', () => {
  const select = jest.fn();
  const selectTo = jest.fn();
  const help = jest.fn();
  render(<Keys shortcuts={{ x: select, 'Shift+X': selectTo, '?': help }} />);
  fireEvent.keyDown(document.body, { key: 'X', shiftKey: true });
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect([select, selectTo, help].map((action) => action.mock.calls.length)).toEqual([0, 1, 1]);
});
