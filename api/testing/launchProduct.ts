import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { copyPrepared } from './preparedDatabase.ts';

const main = path.join(import.meta.dirname, '..', 'main.ts');
/** Node's compile cache, which speeds up every start after the first. */
export const withCompileCache = { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.build/testing/compiled') };
/** V8's optimising WebAssembly compiler costs a test more time than it saves. */
const plainly = '--liftoff-only';

interface Start {
  command?: readonly string[];
  node?: readonly string[];
  /** Starts on a database that is already migrated, which is faster. */
  prepared?: boolean;
}

export type LaunchedProduct = ReturnType<typeof launchProduct>;

/** Starts the product in a child process without the repository's .env. The caller must stop it. */
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
      // No load shedding, because other tests on the same processors delay the event loop.
      ...{ PORT: '0', PUBLIC_PORT: '0', HOST: '127.0.0.1', MAX_LAG_MS: '0', ...withCompileCache },
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
    output: () => output,
    /** The exit code, or null after a signal. */
    ended,
    /** Resolves with the staff origin's URL once ready. Rejects with the output if it exits. */
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
