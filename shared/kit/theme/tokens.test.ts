import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTheme } from '@mui/material/styles';
import { themeOptions } from './theme.tsx';
import tokens from './tokens.json';
import { tokensCss } from './tokensCss.ts';

test('tokens.css matches tokens.json (`npm run tokens -w shared` writes it)', () => {
  expect(readFileSync(path.join(__dirname, 'tokens.css'), 'utf8')).toBe(tokensCss(tokens));
});

test('tokens.css names its variables like the staff theme', () => {
  const css = JSON.stringify((createTheme(themeOptions) as { vars?: unknown }).vars);
  for (const [name] of tokensCss(tokens).matchAll(/--ad-palette-[\w-]+/g)) expect(css).toContain(`var(${name}`);
});
