/** How soon it answers again after PostgreSQL does, and whether it lives through all of it. */
import { setTimeout } from 'node:timers/promises';
import { orderCalls } from 'shared/api/orderCalls';
import { ownPostgres, postgresPrograms } from '../../api/testing/ownPostgres.ts';
import { startDesk } from '../../e2e/startDesk.ts';
import { deskCaller, type Caller } from '../deskCaller.ts';
import { figures } from '../measure.ts';
import { timeLine, type Line } from '../report.ts';

const stops = 10;
const silences = 3;
const awayMs = 1_000;
const givesUpMs = 15_000;

/** A server of its own that is stopped at once, again and again, and then hangs, while people work. */
export async function databaseAway(): Promise<Line[]> {
  if (!postgresPrograms()) return [{ what: 'PostgreSQL goes away', figure: 'no PostgreSQL was there' }];
  const server = await ownPostgres();
  const desk = await startDesk({ DATABASE_URL: server.url, DEMO_ORDERS: '200', LOG_LEVEL: 'fatal' });
  let working = true;
  try {
    const call = await deskCaller(desk);
    const list = call(orderCalls.list, { orderName: 'newOrder' });
    const people = [1, 2, 3, 4].map(() => work(call));
    const stopped = await times(stops, async () => {
      await server.stop('immediate');
      await setTimeout(awayMs);
      await server.start();
    });
    const hung = await times(silences, async () => {
      server.pause();
      // Longer than it takes to be given up.
      await setTimeout(2_000 + 3 * awayMs);
      server.resume();
    });
    working = false;
    await Promise.all(people);
    const lived =
      stopped.length === stops &&
      (await list().then(
        () => true,
        () => false,
      ));
    return [
      answered('PostgreSQL stopped at once and started: from its first connection to our first page', stopped),
      answered('PostgreSQL hung and went on: from there to our first page', hung),
      { what: `Lived through ${stops} stops under load`, figure: lived ? 'yes' : 'no', aim: 'yes' },
    ];

    /** Breaks the server and mends it; answers how long each time the first page took from there. */
    async function times(count: number, breakAndMend: () => Promise<void>): Promise<number[]> {
      const taken: number[] = [];
      for (let round = 0; round < count; round += 1) {
        await setTimeout(300);
        await breakAndMend();
        const began = performance.now();
        while (
          !(await list().then(
            () => true,
            () => false,
          )) &&
          performance.now() - began < givesUpMs
        )
          await setTimeout(5);
        const took = performance.now() - began;
        if (took < givesUpMs) taken.push(took);
      }
      return taken;
    }
  } finally {
    working = false;
    await desk.stop();
    await server.remove();
  }

  async function work(call: Caller) {
    for (let turn = 0; working; turn += 1) {
      await call(orderCalls.addRemark, { orderId: '100001', remark: `turn ${turn}` })().catch(() => {});
      await setTimeout(5);
    }
  }
}

const answered = (what: string, times: readonly number[]): Line =>
  times.length ? timeLine(what, figures(times), '≤ 1 s') : { what, figure: 'never', aim: '≤ 1 s' };
