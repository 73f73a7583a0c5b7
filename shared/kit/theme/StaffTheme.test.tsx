import createCache from '@emotion/cache';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useColorScheme } from '@mui/material/styles';
import { act, render, screen } from '@testing-library/react';
import { StaffTheme } from './StaffTheme.tsx';

/** All that is put into the page's style sheets (jest/emptyStyleSheet.js leaves them empty). */
function insertedRules() {
  const StyleSheet = createCache({ key: 'test' }).sheet.constructor as { prototype: { insert(rule: string): void } };
  const insert = jest.spyOn(StyleSheet.prototype, 'insert');
  return () => insert.mock.calls.map(([rule]) => rule);
}

afterEach(() => jest.restoreAllMocks());

test('a theme in a theme of the same kit adds nothing of its own', () => {
  const rules = insertedRules();
  const dark = () => rules().filter((rule) => rule.startsWith('[data-theme="dark"]'));
  render(
    <StaffTheme>
      <StaffTheme>
        <p>A remote’s screen</p>
      </StaffTheme>
    </StaffTheme>,
  );
  expect(screen.getByText('A remote’s screen')).toBeVisible();
  expect(dark()).toHaveLength(1);
});

test('browsers get the prefixes that they still want, and none of long ago', () => {
  const rules = insertedRules();
  render(
    <StaffTheme>
      <Button>Save</Button>
    </StaffTheme>,
  );
  const all = rules().join('\n');
  expect(all).toContain('-webkit-user-select:none;user-select:none;');
  expect(all).toContain('-webkit-print-color-adjust:exact;color-adjust:exact;');
  expect(all).toContain('display:inline-flex;');
  expect(all).not.toMatch(/-ms-|-webkit-(box|flex|inline)/);
});

test('a dialog comes in 300 ms, its backdrop in 150', () => {
  render(
    <StaffTheme>
      <Dialog open>Delete?</Dialog>
    </StaffTheme>,
  );
  const lasts = (part: string) => document.querySelector<HTMLElement>(part)!.style.transition;
  expect(lasts('.MuiBackdrop-root')).toMatch(/^opacity 150ms/);
  expect(lasts('.MuiDialog-container')).toMatch(/^opacity 300ms/);
});

test('until somebody chooses, the system’s scheme holds; then theirs, on the whole page and for the next visit', () => {
  let set: ReturnType<typeof useColorScheme>['setMode'];
  function Choice() {
    set = useColorScheme().setMode;
    return null;
  }
  const media = window.matchMedia('(prefers-color-scheme: dark)');
  jest.spyOn(window, 'matchMedia').mockReturnValue({ ...media, matches: true });
  render(<StaffTheme children={<Choice />} />);
  expect(document.documentElement.dataset.theme).toBe('dark');
  act(() => set('light'));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('mui-mode')).toBe('light');
  act(() => set('system'));
  expect(document.documentElement.dataset.theme).toBe('dark');
});
