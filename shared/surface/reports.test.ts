import { spawnSync } from 'node:child_process';
import path from 'node:path';

test('what desk and kit export is what their reports say, under a version that is high enough', () => {
  // In a process of its own: API Extractor and the compiler are no part of a test's world.
  const { stderr, status } = spawnSync(process.execPath, [path.join(__dirname, 'reports.ts'), '--check'], {
    encoding: 'utf8',
    cwd: path.dirname(__dirname),
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}, 120_000);
