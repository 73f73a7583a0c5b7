import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDataDirHolder, lockDataDir } from './lockDataDir.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lockHolderScript = `
  const { lockDataDir } = await import(${JSON.stringify(path.join(import.meta.dirname, 'lockDataDir.ts'))});
  lockDataDir(process.argv[1], 'http://localhost:4000');
  gc();
  console.log('taken');
  setInterval(() => {}, 1_000);`;

test('the error for a folder in use names the process, and unlocking frees the folder', () => {
  const unlock = lockDataDir(folder, 'http://localhost:4000');
  expect(() => lockDataDir(folder, 'http://localhost:5000')).toThrow(
    `DATA_DIR ${folder} is in use by process ${process.pid} (http://localhost:4000)`,
  );
  unlock();
  expect(readDataDirHolder(folder)).toBeNull();
  lockDataDir(folder, 'http://localhost:5000')();
});

test('the lock keeps other processes out, and a SIGKILL frees it at once', async () => {
  const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', lockHolderScript, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => lockDataDir(folder, 'http://localhost:5000')).toThrow(
    `in use by process ${holder.pid} (http://localhost:4000)`,
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataDir(folder, 'http://localhost:5000')();
});

test('other users cannot read the lock’s details, whatever the umask', () => {
  const before = process.umask(0);
  try {
    const unlock = lockDataDir(folder, 'http://localhost:4000');
    expect(statSync(path.join(folder, 'desk.lock.json')).mode & 0o777).toBe(0o600);
    unlock();
  } finally {
    process.umask(before);
  }
});
