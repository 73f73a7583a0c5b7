/** `npm run verify-history [-- ORDER_ID [HASH]]`: says whether the histories are whole; 1 when one is not. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { count } from 'shared/format/count';
import { openDatabase, type Database } from '../db/database.ts';
import { readSettings } from '../settings/settings.ts';
import { type Checked, type Fault, hasLedger, verifyLedger, verifyOrder } from './verifyLedger.ts';

/** So many faults are told one by one. */
const mostTold = 100;

try {
  const [orderId, printed, ...more] = process.argv.slice(2);
  if (more.length) throw new Error('Say at most one order: npm run verify-history -- ORDER_ID [HASH]');
  const envFile = path.resolve('.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const database = await openDatabase(readSettings(process.env));
  try {
    if (!(await hasLedger(database.db))) throw new Error('There is no history yet: start this version once.');
    const whole = orderId ? await tellOrder(database.db, orderId, printed) : await tellAll(database.db);
    if (!whole) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function tellOrder(db: Database, orderId: string, printed: string | undefined): Promise<boolean> {
  const fault = await verifyOrder(db, orderId, printed);
  console.log(fault ? textOf(fault) : `Order ${orderId}: its history is whole.`);
  return !fault;
}

async function tellAll(db: Database): Promise<boolean> {
  let [told, shownAt] = [0, 0];
  const { orders, entries, faults } = await verifyLedger(db, {
    onFault: (fault) => {
      if (told++ < mostTold) console.log(textOf(fault));
    },
    onProgress: (checked) => {
      if (Date.now() < shownAt + 1_000) return;
      shownAt = Date.now();
      console.error(progressLine(checked));
    },
  });
  if (faults > mostTold) console.log(`… and ${count(faults - mostTold)} more`);
  const all = `${count(orders)} histories with ${count(entries)} entries`;
  console.log(faults ? `${all}: ${count(faults)} not whole.` : `${all}: all whole.`);
  return faults === 0;
}

function progressLine({ orders, entries }: Checked): string {
  return `${count(orders)} histories, ${count(entries)} entries …`;
}

function textOf({ orderId, seq, what }: Fault): string {
  return `Order ${orderId}: entry ${seq} ${what}.`;
}
