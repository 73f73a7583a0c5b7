import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './freePort.ts';

export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>;

export function postgresPrograms(): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...globSync('/usr/lib/postgresql/*/bin')];
  return folders.find((folder) => existsSync(path.join(folder, 'pg_ctl'))) ?? null;
}

/** A PostgreSQL server that a test may stop or freeze. The superuser `postgres` needs no password. */
export async function ownPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'own-postgres-'));
  const user = ordinaryUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const control = (...command: string[]) =>
    promisify(execFile)(path.join(postgresPrograms()!, 'pg_ctl'), ['-D', data, '-s', '-t', '120', ...command], {
      ...{ ...user, cwd: folder },
    });

  const start = () =>
    control(
      '-l',
      path.join(folder, 'log'),
      '-o',
      `-p ${port} -k ${folder} -h 127.0.0.1 -c max_connections=60`,
      'start',
    );
  const stop = (how: 'immediate' | 'fast' | 'smart') => control('-m', how, 'stop');
  async function remove() {
    await stop('immediate').catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
  function signal(name: NodeJS.Signals) {
    const server = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The postmaster gets the signal first, because it would treat a stopped child as crashed.
    process.kill(server, name);
    execFileSync('pkill', [`-${name.slice(3)}`, '-P', String(server)]);
  }

  try {
    await control('-o', '-U postgres -A trust -E UTF8 --locale=C --no-sync', 'init');
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    /** Keeps the server's processes from responding. */
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    remove,
  };
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
  return { uid: id('-u'), gid: id('-g') };
}
