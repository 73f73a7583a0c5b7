import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { openDatabase, migrate } from './db/openDatabase.ts';
import type { OpenDatabase } from './db/database.ts';
import { secretMark } from './db/schema/members.ts';
import { refuseDemoPasswords } from './demo/refuseDemoPasswords.ts';
import { seedDemo } from './demo/seedDemo.ts';
import type { AppContext } from './context/AppContext.ts';
import { openStorage } from './storage/openStorage.ts';
import { createLogger } from './http/log.ts';
import { readSecret } from './signing/readSecret.ts';
import { deriveKey } from './signing/tokens.ts';
import { startJobs } from './jobs/scheduler.ts';
import { startMailJobs } from './jobs/startMailJobs.ts';
import { publicServer } from './publicServer.ts';
import { openDiskSpaceGuard, assertSpaceForDatabase } from './disk-space/DiskSpaceGuard.ts';
import { loadSettings, type Settings } from './settings/settings.ts';
import { staffServer } from './staffServer.ts';

try {
  await start();
} catch (error) {
  // No stack, because operators can fix most startup errors. LOG_LEVEL=debug prints it.
  console.error(process.env.LOG_LEVEL === 'debug' ? error : (error as Error).message);
  process.exit(1);
}

async function start() {
  const settings = loadSettings();
  const log = createLogger(settings);
  const diskSpace = openDiskSpaceGuard(settings, log);
  await assertSpaceForDatabase(settings, diskSpace);
  const secret = readSecret(settings);
  const database = await openDatabase(settings, log);
  let stop = () => database.close();
  try {
    await migrate(database);
    await assertSharedSecret(database, secret);
    const storage = await openStorage(settings);
    const appContext: AppContext = { settings, database, storage, secret, diskSpace, log, serving: true };
    await refuseDemoPasswords(appContext);
    const seeded = await seedDemo(appContext);

    const origins = [await staffServer(appContext), await publicServer(appContext)] as const;
    const mailJobs = await startMailJobs(appContext);
    // Mail jobs stop last, because servers and other jobs may queue mail until they have stopped.
    const jobs = [startJobs(appContext), mailJobs];
    stop = async () => {
      appContext.serving = false;
      await drain(origins, log);
      const telling = setInterval(() => log.info('waiting for running jobs'), 1_000);
      for (const job of jobs) await job.stop();
      clearInterval(telling);
      await database.close();
    };
    await listen(origins[0], settings.port, 'PORT', settings);
    await listen(origins[1], settings.publicPort, 'PUBLIC_PORT', settings);
    stopOnSignal(stop, log);
    greet(origins, settings, database.driver, seeded);
    // A killed process would not write the compile cache, so it is written now.
    flushCompileCache();
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Throws if a shared database was first used with another secret: instances would reject each other's tokens.
 */
async function assertSharedSecret({ db, driver }: OpenDatabase, secret: Uint8Array): Promise<void> {
  if (driver === 'embedded') return;
  // 32 bits suffice to distinguish secrets, but not to derive one.
  const mark = deriveKey(secret, 'instance').export().toString('hex').slice(0, 8);
  await db.insert(secretMark).values({ mark }).onConflictDoNothing();
  const [fingerprintRow] = await db.select().from(secretMark);
  if (fingerprintRow?.mark === mark) return;
  throw new Error(
    'This database was first used with another SESSION_SECRET, but all instances need the same one. ' +
      'To change it, stop all instances and run "delete from secret_mark" on the database.',
  );
}

/** Waits for pending requests, and aborts those that are still running after ten seconds. */
async function drain(origins: readonly FastifyInstance[], log: AppContext['log']): Promise<void> {
  const cutting = setTimeout(() => {
    log.warn('no longer waiting for pending requests');
    for (const app of origins) app.server.closeAllConnections();
  }, 10_000);
  await Promise.all(origins.map((app) => app.close()));
  clearTimeout(cutting);
}

async function listen(app: FastifyInstance, port: number, name: string, { host }: Settings) {
  try {
    // '::' accepts IPv4 too.
    await app.listen({ port, host: host ?? '::' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAFNOSUPPORT' && !host) return void (await app.listen({ port, host: '0.0.0.0' }));
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Set ${name} to another one.`, { cause: error });
    throw error;
  }
}

function greet(
  origins: readonly FastifyInstance[],
  settings: Settings,
  driver: string,
  demoSignIns: readonly string[],
) {
  // With port 0 the system chooses a free port, which is known only now.
  const [staff, customers] = [settings.staffUrl, settings.publicUrl].map((url, index) =>
    url.replace(/:0$/, `:${(origins[index]!.server.address() as AddressInfo).port}`),
  );
  const signIns = demoSignIns.length ? `\n\nDemo sign-ins (password arrival-desk):\n  ${demoSignIns.join('\n  ')}` : '';
  process.stdout.write(
    `\nArrival Desk is ready (${driver} database).\n  Staff:     ${staff}\n  Customers: ${customers}${signIns}\n\n`,
  );
}

/** A second signal ends the process at once, with the exit code that shells use for that signal. */
function stopOnSignal(stop: () => Promise<void>, log: AppContext['log']): void {
  // A repeat within this time is ignored: npm forwards a signal that the whole process group already got.
  const echoMs = 1_000;
  let stoppingSince: number | null = null;
  const hear = (signal: NodeJS.Signals, number: number) => {
    if (stoppingSince === null) {
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping');
      stop().then(
        () => {
          log.info('stopped');
          process.exit(0);
        },
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    } else if (performance.now() - stoppingSince > echoMs) {
      log.warn({ signal }, 'second signal: stopping at once');
      process.exit(128 + number);
    }
  };
  // `on` instead of `once`, because without a listener a repeated signal would kill the process.
  process.on('SIGTERM', hear).on('SIGINT', hear);
}
