/** What the process holds when it is fresh, and what has stayed five minutes after all floods together. */
import { setTimeout } from 'node:timers/promises';
import { startDesk } from '../../e2e/startDesk.ts';
import { deskCaller } from '../deskCaller.ts';
import type { Line } from '../report.ts';
import { withBenchDatabase } from '../withBenchDatabase.ts';
import { residentMemory } from './residentMemory.ts';
import { underFlood } from './underFlood.ts';
import { completedOrders, uploader } from './uploads.ts';

const settleMs = 20_000;
const afterMs = 5 * 60_000;

const floods = [
  'halfSentFlood.ts',
  'requestFlood.ts',
  'bodyFlood.ts?of=keys',
  'bodyFlood.ts?of=megabytes',
  'signInsOfOneAddress.ts',
];

export async function memory(): Promise<Line[]> {
  const [embedded, postgres] = await Promise.all([
    onDriver('embedded', {}, 400),
    withBenchDatabase(
      (databaseUrl) => onDriver('PostgreSQL', { DATABASE_URL: databaseUrl }, 200),
      [{ what: 'PostgreSQL', figure: 'none was there' }],
    ),
  ]);
  return [...embedded, ...postgres];
}

async function onDriver(driver: string, settings: Record<string, string>, most: number): Promise<Line[]> {
  const desk = await startDesk(settings);
  try {
    const call = await deskCaller(desk);
    await setTimeout(settleMs);
    const fresh = await residentMemory(desk.pid);
    const upload = await uploader(desk, 'AWS');
    const orderIds = await completedOrders(call);
    for (const flood of floods) {
      await underFlood(desk, new URL(`./${flood}`, import.meta.url), () => setTimeout(100), { count: 1 });
    }
    await Promise.all(orderIds.map(upload));
    await setTimeout(5_000);
    const flooded = await residentMemory(desk.pid);
    await setTimeout(afterMs);
    const after = await residentMemory(desk.pid);
    return [
      { what: `Memory, fresh (${driver})`, figure: `${fresh.now} MB`, aim: `≤ ${most} MB` },
      {
        what: `Memory, five minutes after all floods and 20 uploads of 20 MB (${driver})`,
        figure: `${(after.now / fresh.now).toFixed(2)} ×`,
        spread: `${after.now} MB; right after them ${flooded.now} MB, at most ${flooded.peak} MB`,
        aim: '≤ 1.2 × fresh',
      },
    ];
  } finally {
    await desk.stop();
  }
}
