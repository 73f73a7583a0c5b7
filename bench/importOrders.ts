/** An import of a million orders into a fresh PostgreSQL by the real command, and searches right after it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { orderCalls } from 'shared/api/orderCalls';
import { startDesk } from '../e2e/startDesk.ts';
import { deskCaller, withBenchDatabase } from './desk.ts';
import { figures, residentMemory } from './measure.ts';
import { timeLine, type Line } from './report.ts';

const root = path.resolve(import.meta.dirname, '..');
const orders = Number(process.env.BENCH_IMPORT_ORDERS ?? 1_000_000);

export async function importOrders(): Promise<Line[]> {
  return withBenchDatabase(intoDatabase, [{ what: 'Import', figure: 'no PostgreSQL was there' }]);
}

async function intoDatabase(databaseUrl: string): Promise<Line[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-import-'));
  try {
    const file = path.join(folder, 'orders.ndjson');
    const generated = await generate(file);
    // Its first start makes the tables and the members.
    const empty = await startDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' });
    await empty.stop();
    const imported = await runImport(file, databaseUrl);
    await rm(file);
    const searched = await searchImported(databaseUrl);
    return [generated, ...imported, ...searched];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rateLine = (what: string, seconds: number, aim?: string): Line => ({
  what: `${what} (${orders.toLocaleString('en')} orders)`,
  figure: `${Math.round(orders / seconds).toLocaleString('en')} a second`,
  spread: `${seconds.toFixed(1)} s, 1 run`,
  ...(aim && { aim }),
});

async function generate(file: string): Promise<Line> {
  const began = performance.now();
  const handle = await open(file, 'w');
  const child = spawn(process.execPath, ['bench/generateOrders.ts', String(orders)], {
    cwd: root,
    stdio: ['ignore', handle.fd, 'inherit'],
  });
  await succeeded(child);
  await handle.close();
  return rateLine('npm run generate, to a file', (performance.now() - began) / 1000);
}

async function runImport(file: string, databaseUrl: string): Promise<Line[]> {
  const child = spawn(process.execPath, ['api/intake/importFile.ts', file], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, SESSION_SECRET: 'the one secret of a desk that is measured' },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let share = 0;
  child.stderr.on('data', (chunk: Buffer) => (share = Number(/(\d+) %/.exec(String(chunk))?.[1] ?? share)));
  const samples: { share: number; mb: number }[] = [];
  const sampling = setInterval(async () => {
    // It may have ended meanwhile.
    const held = await residentMemory(child.pid!).catch(() => null);
    if (held) samples.push({ share, mb: held.now });
  }, 250);
  const began = performance.now();
  await succeeded(child);
  clearInterval(sampling);
  const line = rateLine('npm run import, PostgreSQL', (performance.now() - began) / 1000, '≥ 10,000 a second');
  const early = samples.find((sample) => sample.share >= 10) ?? samples[0];
  const most = Math.max(...samples.map(({ mb }) => mb));
  const memory: Line = {
    what: 'Its memory at 10 % and at the end',
    figure: `${early?.mb ?? '?'} MB, ${samples.at(-1)?.mb ?? '?'} MB`,
    spread: `at most ${most} MB, ${samples.length} samples`,
    aim: 'flat',
  };
  return [line, memory];
}

/** The product is started on what came in, and searches it. */
async function searchImported(databaseUrl: string): Promise<Line[]> {
  const desk = await startDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' });
  try {
    const call = await deskCaller(desk);
    const times: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      for (const searchVal of ['hanako', '.18946@', 'nobody-at-all', '10050']) {
        const start = performance.now();
        await call(orderCalls.search, { start: 0, end: 10, searchVal, folderName: 'allOrder' })();
        times.push(performance.now() - start);
      }
    }
    return [timeLine('Then a search in Order History', figures(times))];
  } finally {
    await desk.stop();
  }
}

async function succeeded(child: ReturnType<typeof spawn>) {
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`It ended with ${code}`);
}
