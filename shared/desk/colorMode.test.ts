import { prefer, usePreferences } from './preferences.ts';
import { colorScheme, followColorMode, switchColorScheme } from './colorMode.ts';

function system(dark: boolean) {
  window.matchMedia = (() => ({ matches: dark, addEventListener() {}, removeEventListener() {} })) as never;
}

afterEach(() => prefer({ colorMode: 'system' }));

test('until somebody chooses, the system’s scheme holds; then theirs, on the whole page', () => {
  system(true);
  const stop = followColorMode();
  expect(document.documentElement.dataset.theme).toBe('dark');
  prefer({ colorMode: 'light' });
  expect(document.documentElement.dataset.theme).toBe('light');
  stop();
  prefer({ colorMode: 'dark' });
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('switching back to what the system says follows the system again', () => {
  system(false);
  switchColorScheme();
  expect(colorScheme()).toBe('dark');
  expect(usePreferences.getState().colorMode).toBe('dark');
  switchColorScheme();
  expect(usePreferences.getState().colorMode).toBe('system');
});
