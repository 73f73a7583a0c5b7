import { readFileSync } from 'node:fs';
import path from 'node:path';
import { theme } from './StaffTheme.tsx';
import tokensCss from './tokensCss.ts';

test('the tokens’ CSS variables are named as in the staff theme', () => {
  const names = tokensCss(readFileSync(path.join(__dirname, 'tokens.json'), 'utf8')).match(/--ad-palette-[\w-]+/g)!;
  const used = JSON.stringify((theme as { vars?: unknown }).vars);
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) expect(used).toContain(`var(${name}`);
});
