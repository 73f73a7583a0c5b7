/** A whole Arrival Desk for journeys and benches: the real API with both origins, built front ends and a database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../api/testing/freePort.ts';
import { copyPrepared, preparedDatabase } from '../api/testing/preparedDatabase.ts';

const root = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
/** `npm start` without its build. */
const serve = scripts.start.replace('scripts/start.ts', 'api/main.ts');

export interface Desk {
  /** The URL of the staff's origin. */
  staff: string;
  /** The URL of the public origin. */
  customers: string;
  /** The folder of the database, uploads and outbox. */
  dataDir: string;
  /** The current process, which `restart` changes. */
  readonly pid: number;
  /** Sends SIGKILL, so that the process cannot tidy up. */
  kill(): Promise<void>;
  /** Starts again on the same folder and ports. */
  restart(): Promise<void>;
  /** Sends SIGTERM, waits for the end, and removes the folder. Resolves to the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Adds the flag that turns off V8's optimising WebAssembly compiler, for a faster start. Benches keep the compiler,
 * because its code runs faster. journeys/stopping.spec.ts tests `npm start` without the flag.
 */
function plainly(command: string): string {
  const plain = command.replace('exec node ', 'exec node --liftoff-only ');
  if (plain === command || !plain.includes('api/main.ts'))
    throw new Error(`"start" of package.json is not "exec node … scripts/start.ts": ${scripts.start}`);
  return plain;
}

/**
 * Resolves once `/api/health` answers. `settings` are environment variables. `prepared` (journeys) starts from a
 * migrated database, which saves most of the first start. Without it (benches), starts like `npm start`.
 */
export async function startDesk(
  settings: Record<string, string> = {},
  { prepared = false }: { prepared?: boolean } = {},
): Promise<Desk> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'arrival-desk-'));
  if (prepared) copyPrepared(await preparedDatabase(), dataDir);
  const [port, publicPort] = [await freePort(), await freePort()];
  const staff = `http://localhost:${port}`;
  const customers = `http://localhost:${publicPort}`;
  let api: ChildProcess;

  async function start() {
    const { DATABASE_URL: _other, ...env } = process.env;
    api = spawn('sh', ['-c', prepared ? plainly(serve) : serve], {
      cwd: root,
      env: {
        ...env,
        // The product's own Node must come before the machine's, as with npm.
        PATH: `${path.dirname(process.execPath)}:${env.PATH}`,
        PORT: String(port),
        PUBLIC_PORT: String(publicPort),
        DATA_DIR: dataDir,
        STAFF_URL: staff,
        PUBLIC_URL: customers,
        LOG_LEVEL: 'warn',
        // Tolerate lag and slow PDFs, because Chromium uses the same processors.
        ...(prepared ? { MAX_LAG_MS: '0', PACK_SECONDS: '250' } : { MAX_LAG_MS: '2000' }),
        // Mail is sent at once, except in journeys about its delay.
        MAIL_DELAY_S: '0',
        ...(settings.DATABASE_URL && { SESSION_SECRET: 'the one secret of a desk that is measured' }),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    api.stdout!.on('data', (chunk: Buffer) => (output += chunk));
    api.stderr!.on('data', (chunk: Buffer) => (output += chunk));
    const ended = once(api, 'exit').then(([code]) => {
      throw new Error(`The API ended with ${code} before it served:\n${output}`);
    });
    ended.catch(() => undefined);
    await Promise.race([healthy(staff), ended]);
  }

  async function end(signal: NodeJS.Signals) {
    if (api.exitCode !== null || api.signalCode !== null) return api.exitCode;
    const exit = once(api, 'exit');
    api.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }

  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    // Another process may take the port after it was found free.
    if (/ is in use\./.test(String(error))) return startDesk(settings, { prepared });
    throw error;
  }
  return {
    staff,
    customers,
    dataDir,
    get pid() {
      return api.pid!;
    },
    kill: async () => void (await end('SIGKILL')),
    restart: start,
    stop: async () => {
      const code = await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function healthy(staff: string) {
  for (const deadline = Date.now() + 230_000; Date.now() < deadline;) {
    const answer = await fetch(`${staff}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The API did not get healthy within 230 s');
}
