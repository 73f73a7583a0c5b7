import { readFileSync } from 'node:fs';
import path from 'node:path';
import { theme } from './StaffTheme.tsx';
import tokens from './tokens.json';
import { tokensCss } from './tokensCss.ts';

test('tokens.css matches tokens.json (`npm run tokens -w shared` writes it)', () => {
  expect(readFileSync(path.join(__dirname, 'tokens.css'), 'utf8')).toBe(tokensCss(tokens));
});

test('tokens.css names its variables like the staff theme', () => {
  const css = JSON.stringify((theme as { vars?: unknown }).vars);
  for (const [name] of tokensCss(tokens).matchAll(/--ad-palette-[\w-]+/g)) expect(css).toContain(`var(${name}`);
});
