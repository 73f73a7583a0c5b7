import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './freePort.ts';

/** A PostgreSQL server that a test may stop, kill and silence: no other test's. */
export interface OwnPostgres {
  url: string;
  port: number;
  /** Starts it, also again; resolves once it takes connections. */
  start: () => Promise<void>;
  /** As `pg_ctl stop -m` does: at once, as a crash; after cutting all connections; after the last has gone by itself. */
  stop: (how: 'immediate' | 'fast' | 'smart') => Promise<void>;
  /** Its processes are all there and say nothing, until they go on. */
  pause: () => void;
  resume: () => void;
  /** Ends it and deletes its files. */
  remove: () => Promise<void>;
}

/** The folder of `initdb` and `postgres`; null where there are none. */
export function postgresPrograms(): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...globSync('/usr/lib/postgresql/*/bin')];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name)))) ?? null;
}

const signals = { immediate: 'SIGQUIT', fast: 'SIGINT', smart: 'SIGTERM' } as const;

/** Makes one in a folder of its own, and starts it. The superuser is `postgres`, and is trusted. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const programs = postgresPrograms()!;
  // Who checks what a path may be opened by goes by the real path.
  const folder = mkdtempSync(path.join(tmpdir(), 'own-postgres-'));
  const who = ordinaryUser();
  if (who) chownSync(folder, who.uid, who.gid);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function start() {
    const options = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'max_connections=60'];
    const started = spawn(path.join(programs, 'postgres'), options, { ...who, stdio: 'ignore', cwd: folder });
    server = started;
    while (!(await takesConnections(url))) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode}`);
      await setTimeout(5);
    }
  }

  async function end(signal: NodeJS.Signals) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  /** The one that forks first: it would take a stopped child for a crashed one. */
  const processes = () => [server!.pid!, ...childrenOf(server!.pid!)];

  async function remove() {
    await end('SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(path.join(programs, 'initdb'), initdb, { ...who, stdio: 'ignore', cwd: folder });
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    port,
    start,
    stop: (how) => end(signals[how]),
    pause: () => processes().forEach((pid) => process.kill(pid, 'SIGSTOP')),
    resume: () => processes().forEach((pid) => process.kill(pid, 'SIGCONT')),
    remove,
  };
}

/** PostgreSQL refuses to be root. */
function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // The next one.
    }
  }
  throw new Error('There is no ordinary user to run PostgreSQL as');
}

function childrenOf(pid: number): number[] {
  try {
    return String(execFileSync('pgrep', ['-P', String(pid)]))
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    // It has none.
    return [];
  }
}

async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}
