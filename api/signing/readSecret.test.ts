import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecret } from './readSecret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'arrival-desk-secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = () => readSecret({ sessionSecret: null, dataDir });
const fileOf = () => path.join(dataDir, 'secret.key');

test('the secret is created once from 32 random bytes, and other users cannot read it', () => {
  const made = read();
  expect(made).toHaveLength(32);
  expect(read()).toEqual(made);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
  expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
});

test.each(['', ' \n', Buffer.alloc(31, 1).toString('base64'), 'twenty bytes, no b64'])(
  'a file that is empty, truncated or not base64 is refused in one sentence, and stays as it is: %j',
  (content) => {
    writeFileSync(fileOf(), content);
    expect(read).toThrow(/secret\.key does not contain a secret of 32 bytes. Restore it from a backup, or delete it/);
    expect(readFileSync(fileOf(), 'utf8')).toBe(content);
  },
);
