import createCache from '@emotion/cache';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useColorScheme } from '@mui/material/styles';
import { act, render, screen } from '@testing-library/react';
import { StaffTheme } from './StaffTheme.tsx';

/** All rules inserted into the page's style sheets (jest/emptyStyleSheet.js leaves the sheets empty). */
function insertedRules() {
  const StyleSheet = createCache({ key: 'test' }).sheet.constructor as { prototype: { insert(rule: string): void } };
  const insert = jest.spyOn(StyleSheet.prototype, 'insert');
  return () => insert.mock.calls.map(([rule]) => rule);
}

afterEach(() => jest.restoreAllMocks());

test('a theme inside another theme of the same kit adds no rules', () => {
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

test('browsers get only the prefixes that they still need', () => {
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

test('a dialog appears in 300 ms, its backdrop in 150 ms', () => {
  render(
    <StaffTheme>
      <Dialog open>Delete?</Dialog>
    </StaffTheme>,
  );
  const lasts = (part: string) => document.querySelector<HTMLElement>(part)!.style.transition;
  expect(lasts('.MuiBackdrop-root')).toMatch(/^opacity 150ms/);
  expect(lasts('.MuiDialog-container')).toMatch(/^opacity 300ms/);
});

test('the system’s scheme applies until the member chooses one, which then covers the page and later visits', () => {
  let set: ReturnType<typeof useColorScheme>['setMode'];
  function Choice() {
    set = useColorScheme().setMode;
    return null;
  }
  const media = window.matchMedia('(prefers-color-scheme: dark)');
  jest.spyOn(window, 'matchMedia').mockReturnValue({ ...media, matches: true });
  render(
    <StaffTheme>
      <Choice />
    </StaffTheme>,
  );
  expect(document.documentElement.dataset.theme).toBe('dark');
  act(() => set('light'));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('mui-mode')).toBe('light');
  act(() => set('system'));
  expect(document.documentElement.dataset.theme).toBe('dark');
});
