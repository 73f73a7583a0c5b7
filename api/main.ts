/** The product: opens the database, brings it up to date, serves both origins, and drains when it is told to stop. */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { requireSharedSecret } from './db/sharedSecret.ts';
import { refuseKnownPasswords } from './demo/refuseKnownPasswords.ts';
import { seedDemo } from './demo/seedDemo.ts';
import type { Desk } from './desk/desk.ts';
import { openStorage } from './storage/DocumentStorage.ts';
import { makeLog } from './http/log.ts';
import { readSecret } from './signing/readSecret.ts';
import { startJobs } from './jobs/scheduler.ts';
import { startMailJobs } from './jobs/startMailJobs.ts';
import { publicOrigin } from './publicOrigin.ts';
import { openRoom, requireRoomToBegin } from './room/Room.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { staffOrigin } from './staffOrigin.ts';
import { stopOnSignal } from './stopOnSignal.ts';

try {
  await start();
} catch (error) {
  // One clear line for what a person can mend; where it came from only on demand.
  console.error(process.env.LOG_LEVEL === 'debug' ? error : (error as Error).message);
  process.exit(1);
}

async function start() {
  const envFile = path.resolve('.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const log = makeLog(settings);
  const room = openRoom(settings, log);
  await requireRoomToBegin(settings, room);
  const secret = readSecret(settings);
  const database = await openDatabase(settings, log);
  let stop = () => database.close();
  try {
    await migrate(database);
    await requireSharedSecret(database, secret);
    const storage = await openStorage(settings);
    const desk: Desk = { settings, database, storage, secret, room, log, serving: true };
    await refuseKnownPasswords(desk);
    const seeded = await seedDemo(desk);

    const origins = [await staffOrigin(desk), await publicOrigin(desk)] as const;
    const mailJobs = await startMailJobs(desk);
    // Mail comes last: the others may ask for some until they have stopped.
    const jobs = [startJobs(desk), mailJobs];
    stop = async () => {
      desk.serving = false;
      await drain(origins, log);
      const telling = setInterval(() => log.info('waiting for jobs under way'), 1_000);
      for (const job of jobs) await job.stop();
      clearInterval(telling);
      await database.close();
    };
    await listen(origins[0], settings.port, 'PORT', settings);
    await listen(origins[1], settings.publicPort, 'PUBLIC_PORT', settings);
    stopOnSignal(stop, log);
    greet(origins, settings, database.driver, seeded);
    // Written now, so that the next start finds it however this process ends.
    flushCompileCache();
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Answers what has been asked; cuts what is still under way after ten seconds. */
async function drain(origins: readonly FastifyInstance[], log: Desk['log']): Promise<void> {
  const cutting = setTimeout(() => {
    log.warn('no longer waiting for requests under way');
    for (const app of origins) app.server.closeAllConnections();
  }, 10_000);
  await Promise.all(origins.map((app) => app.close()));
  clearTimeout(cutting);
}

async function listen(app: FastifyInstance, port: number, name: string, { host }: Settings) {
  try {
    // '::' takes IPv4 as well.
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
  // Port 0 is any free one: only now it has a number.
  const [staff, customers] = [settings.staffUrl, settings.publicUrl].map((url, index) =>
    url.replace(/:0$/, `:${(origins[index]!.server.address() as AddressInfo).port}`),
  );
  const signIns = demoSignIns.length ? `\n\nDemo sign-ins (password arrival-desk):\n  ${demoSignIns.join('\n  ')}` : '';
  process.stdout.write(
    `\nArrival Desk is ready (${driver} database).\n  Staff:     ${staff}\n  Customers: ${customers}${signIns}\n\n`,
  );
}
