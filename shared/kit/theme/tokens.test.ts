import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTheme } from '@mui/material/styles';
import { themeOptions } from './theme.tsx';
import tokens from './tokens.json';
import { tokensCss } from './tokensCss.ts';

test('tokens.css is what tokens.json says (`npm run tokens -w shared` writes it)', () => {
  expect(readFileSync(path.join(__dirname, 'tokens.css'), 'utf8')).toBe(tokensCss(tokens));
});

test('the dark scheme is one, whether a script has said so or the system', () => {
  const [, chosen, system] = /\[data-theme="dark"\] \{([^}]*)\}[^]*:root:not\(\[data-theme\]\) \{([^}]*)\}/.exec(
    tokensCss(tokens),
  )!;
  const lines = (css: string) => css.trim().split(/;\s*/);
  expect(lines(system!)).toEqual(lines(chosen!));
  expect(lines(system!).length).toBeGreaterThan(50);
});

test('tokens.css names its variables as the staff theme does', () => {
  const css = JSON.stringify((createTheme(themeOptions) as { vars?: unknown }).vars);
  for (const [name] of tokensCss(tokens).matchAll(/--ad-palette-[\w-]+/g)) expect(css).toContain(`var(${name}`);
});
