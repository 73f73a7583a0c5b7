import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { figures, timeLine, type Line } from './measure.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Times the build of one remote. Deletes its outputs first, so that nothing is reused. */
export async function oneRemote(): Promise<Line[]> {
  for (const output of [
    'remote-orders/dist',
    '.build/webpack/remote-orders-production',
    '.build/stamps/remote-orders',
  ]) {
    await rm(path.join(root, output), { recursive: true, force: true });
  }
  const began = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed');
  return [timeLine('Build of one remote, cold', figures([performance.now() - began]), '≤ 10 s')];
}

export async function starts(): Promise<Line[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'arrival-desk-'));
  const env = { ...process.env, PORT: '4890', PUBLIC_PORT: '4891', DATA_DIR: folder.path, LOG_LEVEL: 'warn' };
  const startAndStop = async () => {
    const began = performance.now();
    const start = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
    const ended = once(start, 'exit');
    while (!(await fetch('http://localhost:4890/api/health').catch(() => null))?.ok) {
      await setTimeout(20);
    }
    const ms = performance.now() - began;
    process.kill(-start.pid!, 'SIGTERM');
    await ended;
    return ms;
  };
  const durations: number[] = [];
  for (let i = 0; i < 6; i += 1) durations.push(await startAndStop());
  const [first, ...others] = durations;
  return [
    timeLine('npm start with a new database, until it serves', figures([first!])),
    timeLine('npm start with an existing database, until it serves', figures(others), '≤ 1.5 s'),
  ];
}

/** Times a release, and rollbacks to the version that is already live, which take the same steps as any others. */
export async function releaseAndRollback(): Promise<Line[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'arrival-desk-'));
  const run = (script: string, ...more: string[]) => {
    const args = ['run', '--silent', script, '-w', 'remote-orders', '--', '--to', folder.path, ...more];
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return { ms: performance.now() - began, stdout };
  };
  const beyond = Number(/published in ([\d.]+) s/.exec(run('release').stdout)![1]) * 1_000;
  const { version } = JSON.parse(await readFile(path.join(folder.path, 'remote-orders/current.json'), 'utf8'));
  const rollbacks = Array.from({ length: 5 }, () => run('rollback', version).ms);
  return [
    timeLine('A release, excluding its build and tests', figures([beyond]), '≤ 10 s'),
    timeLine('A rollback', figures(rollbacks), '≤ 1 s'),
  ];
}
