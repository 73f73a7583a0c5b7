import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { copyPrepared } from './preparedDatabase.ts';

const main = path.join(import.meta.dirname, '..', 'main.ts');
/** Where Node keeps the modules that it has compiled: it saves each start but the first a third of a second. */
const compiled = path.join(import.meta.dirname, '../../.build/testing/compiled');
/** The engine compiled once and plainly: V8's better code for it costs a third of a start, which no test gets back. */
const plainly = '--liftoff-only';

/** How it is started, where that matters. */
interface Start {
  /** What goes before the program: another program that starts it. */
  command?: readonly string[];
  /** Options of Node. */
  node?: readonly string[];
  /** Its first start finds the tables made, which saves it most of its time. */
  prepared?: boolean;
}

export type LaunchedProduct = ReturnType<typeof launchProduct>;

/**
 * The product as a process of its own, on a folder that is its working directory too: the repository's .env is none of a
 * test's. `settings` are environment variables beside the ports, which are free ones. Whoever launches it ends it.
 */
export function launchProduct(
  folder: string,
  settings: Record<string, string> = {},
  { command = [], node = [], prepared = false }: Start = {},
) {
  const dataDir = path.join(folder, 'data');
  if (prepared) copyPrepared(process.env.PREPARED_DATABASE!, dataDir);
  const [program, ...rest] = [...command, process.execPath, plainly, ...node, main];
  const child = spawn(program!, rest, {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, DEMO_ORDERS: '5', REMOTES_DIR: folder },
      // Other tests run on the same processors: how late the event loop is says nothing of this one's calls.
      ...{ PORT: '0', PUBLIC_PORT: '0', HOST: '127.0.0.1', MAX_LAG_MS: '0', NODE_COMPILE_CACHE: compiled },
      ...(settings.DATABASE_URL && { SESSION_SECRET: 'the one secret of the tests, long enough' }),
      ...{ MAIL_DELAY_S: '0', ...settings },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    process: child,
    /** Everything it has said so far. */
    output: () => output,
    /** Its exit code, once it has ended; null: by a signal. */
    ended,
    /** Resolves with where the staff's origin is, once it serves; rejects with what it said when it ends instead. */
    ready: async (): Promise<string> => {
      while (!output.includes('is ready')) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(output);
        await setTimeout(20);
      }
      return `http://127.0.0.1:${/Staff: +http:\/\/localhost:(\d+)/.exec(output)?.[1]}`;
    },
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}
