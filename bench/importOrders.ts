import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withBenchDatabase, withDesk } from './desk.ts';
import { generatedOrders } from './generateOrders.ts';
import { residentMemory, type Line } from './measure.ts';

const root = path.resolve(import.meta.dirname, '..');
const orders = Number(process.env.BENCH_IMPORT_ORDERS ?? 1_000_000);

export const importOrders = (): Promise<Line[]> =>
  withBenchDatabase(async (databaseUrl) => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'arrival-desk-import-'));
    const file = path.join(folder.path, 'orders.ndjson');
    const today = new Date().toISOString().slice(0, 10);
    await pipeline(Readable.from(generatedOrders({ count: orders, seed: 1, today })), createWriteStream(file));
    await withDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' }, async () => {});
    return await runImport(file, databaseUrl);
  });

async function runImport(file: string, databaseUrl: string): Promise<Line[]> {
  const child = spawn(process.execPath, ['api/intake/importFile.ts', file], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, SESSION_SECRET: 'the one secret of a desk that is measured' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let most = 0;
  const sampling = setInterval(async () => {
    // Reading fails if the process has just ended.
    most = (await residentMemory(child.pid!).catch(() => null))?.peak ?? most;
  }, 250);
  const began = performance.now();
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(sampling);
  if (code !== 0) throw new Error(`The import exited with code ${code}`);
  const seconds = (performance.now() - began) / 1000;
  return [
    {
      what: `npm run import, PostgreSQL (${orders.toLocaleString('en')} orders)`,
      figure: `${Math.round(orders / seconds).toLocaleString('en')} a second`,
      spread: `${seconds.toFixed(1)} s, 1 run`,
      aim: '≥ 10,000 a second',
    },
    { what: 'Peak memory of the import', figure: `${most} MB` },
  ];
}
