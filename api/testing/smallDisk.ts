import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of a test's own, in memory, that only processes started through it see in its place. */
export interface SmallDisk {
  /** Its folder, for a process started with `command`. */
  folder: string;
  /** The same folder, for the test itself. */
  seenFromHere: string;
  /** What goes before a program and its arguments. */
  command: readonly string[];
  close: () => Promise<void>;
}

const root = process.getuid?.() === 0;
/** In namespaces of its own: where one is not root, also of users. */
const apart = ['unshare', root ? '-m' : '-Urm', 'sh', '-c'] as const;

/** Whether a small disk can be made: on Linux with the right to mount, as root or in namespaces of one's own. */
export function mayMount(): boolean {
  const [program, ...rest] = [...apart, 'mount -t tmpfs tmpfs /tmp'];
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
}

/** Needs `mayMount()`. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  const mount = 'mount -t tmpfs -o size="$1m" tmpfs "$2" && echo ready && exec sleep infinity';
  const [program, ...rest] = [...apart, mount, 'sh', String(megabytes), folder];
  const holder = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => {
    holder.once('error', () => resolve());
    holder.once('exit', () => resolve());
  });
  const ready = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
  const close = async () => {
    holder.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (!ready) {
    await close();
    throw new Error('A small disk could not be mounted');
  }
  const enter = root ? ['-m'] : ['-U', '-m', '--preserve-credentials'];
  return {
    folder,
    seenFromHere: path.join('/proc', String(holder.pid), 'root', folder),
    command: ['nsenter', '-t', String(holder.pid), ...enter, '--'],
    close,
  };
}
