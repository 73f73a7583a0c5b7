import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { deskCaller, withBenchDatabase, withDesk, type Caller } from './desk.ts';
import { figures, timed, timeLine, type Line } from './measure.ts';

const mails = 500;
const patienceMs = 20_000;

export async function mailDrain(): Promise<Line[]> {
  const embedded = await onDriver('embedded', {});
  const postgres = await withBenchDatabase((url) => onDriver('PostgreSQL', { DATABASE_URL: url }));
  return [...embedded, ...postgres, ...(await withBenchDatabase(takeover))];
}

async function takeover(databaseUrl: string): Promise<Line[]> {
  const settings = { DATABASE_URL: databaseUrl, DEMO_ORDERS: '2000' };
  const killed = await startDesk(settings);
  const other = await startDesk(settings);
  const database = new pg.Client(databaseUrl);
  try {
    await database.connect();
    const call = await deskCaller(killed);
    await call(orderCalls.completeRefund, { orderId: await makeRefunds(call, mails) })();
    if (!(await outboxHolds(killed, (files) => files.length > 0)))
      throw new Error('The first instance sent no mail, so killing it would prove nothing');
    await killed.kill();
    const began = performance.now();
    let waiting: number;
    do {
      await setTimeout(100);
      const { rows } = await database.query<{ count: number }>(
        "select count(*)::int as count from mails where state = 'queued'",
      );
      waiting = rows[0]!.count;
    } while (waiting > 0 && performance.now() - began < 300_000);
    const what = 'All mails of a killed instance sent by another one (PostgreSQL)';
    if (waiting > 0) return [{ what, figure: `${waiting} unsent after 5 min`, aim: '≤ 30 s' }];
    return [timeLine(what, figures([performance.now() - began]), '≤ 30 s')];
  } finally {
    await database.end();
    await Promise.all([killed.stop(), other.stop()]);
  }
}

async function onDriver(driver: string, settings: Record<string, string>): Promise<Line[]> {
  return withDesk({ ...settings, DEMO_ORDERS: '2000' }, async (desk) => {
    const call = await deskCaller(desk);
    const [single, ...bulk] = await makeRefunds(call, mails + 1);
    const pages: number[] = [];
    const draining = { on: true };
    const list = call(folderCalls.list, { orderName: 'newOrder' });
    const bystander = (async () => {
      while (draining.on) {
        pages.push(await timed(list));
        await setTimeout(20);
      }
    })();

    await call(orderCalls.completeRefund, { orderId: bulk })();
    const began = performance.now();
    const requested = (async () => {
      await outboxHolds(desk, (files) => files.length >= mails / 4);
      const at = performance.now();
      await call(orderCalls.completeRefund, { orderId: [single!] })();
      const there = await outboxHolds(desk, (files) => files.some((file) => file.startsWith(`${single}-`)));
      return there ? performance.now() - at : null;
    })();
    const before = (await mailsIn(desk)).length;
    await outboxHolds(desk, (files) => files.length > mails);
    const seconds = (performance.now() - began) / 1_000;
    const drained = (await mailsIn(desk)).length;
    draining.on = false;
    await bystander;
    const singleMs = await requested;

    return [
      {
        what: `Refund mails to the outbox (${driver})`,
        figure: `${((drained - before) / seconds).toFixed(1)} /s`,
        spread: `${drained} of ${mails + 1} in ${seconds.toFixed(1)} s, ${before} before the response to the bulk action`,
        aim: '≥ 100 /s',
      },
      timeLine(`A list page meanwhile (${driver})`, figures(pages), 'p95 ≤ 50 ms'),
      {
        what: `A single refund mail requested meanwhile, until it is in the outbox (${driver})`,
        figure: singleMs === null ? `not within ${patienceMs / 1_000} s` : `${singleMs.toFixed(0)} ms`,
        aim: '≤ 1 s',
      },
    ];
  });
}

/** Moves `count` orders to Refunds, and returns their ids. */
async function makeRefunds(call: Caller, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const { data } = await call(folderCalls.list, { orderName: 'allOrder', page, limit: 500 })();
    if (!data.length) throw new Error('The demo has too few orders');
    const movable = data.filter(({ process_status: status }) => ['Completed', 'Awaiting', 'New'].includes(status));
    found.push(...movable.map(({ order_id: id }) => id));
  }
  const ids = found.slice(0, count);
  for (let at = 0; at < ids.length; at += 250) {
    const orderId = ids.slice(at, at + 250);
    await call(orderCalls.move, { orderId, updatingStatus: 'Refunds' })();
  }
  return ids;
}

async function mailsIn({ dataDir }: Desk): Promise<string[]> {
  const names = await readdir(path.join(dataDir, 'outbox')).catch(() => []);
  return names.filter((name) => name.endsWith('.eml'));
}

/** Waits until the outbox's files satisfy `isSo`. Returns false after `patienceMs`. */
async function outboxHolds(desk: Desk, isSo: (files: string[]) => boolean): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await setTimeout(25)) {
    if (isSo(await mailsIn(desk))) return true;
  }
  return false;
}
