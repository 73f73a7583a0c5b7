/** `npm run verify-history [-- ORDER_ID [HASH]]`: exits with 1 if a history is not intact. */
import { count, pluralize } from 'shared/format/count';
import { openDatabase } from '../db/openDatabase.ts';
import type { Database } from '../db/database.ts';
import { loadSettings } from '../settings/settings.ts';
import { type Fault, hasLedger, verifyLedger, verifyOrder } from './verifyLedger.ts';

const maxReported = 100;

try {
  const [orderId, printed, ...more] = process.argv.slice(2);
  if (more.length) throw new Error('Usage: npm run verify-history -- ORDER_ID [HASH]');
  const database = await openDatabase(loadSettings());
  try {
    if (!(await hasLedger(database.db)))
      throw new Error('There is no history yet. Start this version of Arrival Desk once, then try again.');
    const whole = orderId ? await reportOrder(database.db, orderId, printed) : await reportAll(database.db);
    if (!whole) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function reportOrder(db: Database, orderId: string, printed: string | undefined): Promise<boolean> {
  const fault = await verifyOrder(db, orderId, printed);
  console.log(fault ? textOf(fault) : `Order ${orderId}: history intact.`);
  return !fault;
}

async function reportAll(db: Database): Promise<boolean> {
  let [shownCount, shownAt] = [0, 0];
  const { orders, entries, faults } = await verifyLedger(db, {
    onFault: (fault) => {
      if (shownCount++ < maxReported) console.log(textOf(fault));
    },
    onProgress: ({ orders, entries }) => {
      if (Date.now() < shownAt + 1_000) return;
      shownAt = Date.now();
      console.error(`${pluralize(orders, 'history', 'histories')}, ${pluralize(entries, 'entry', 'entries')} …`);
    },
  });
  if (faults > maxReported) console.log(`… and ${count(faults - maxReported)} more`);
  const all = `${pluralize(orders, 'history', 'histories')} with ${pluralize(entries, 'entry', 'entries')}`;
  console.log(faults ? `${all}: ${count(faults)} not intact.` : `${all}: all intact.`);
  return faults === 0;
}

function textOf({ orderId, seq, what }: Fault): string {
  return `Order ${orderId}: entry ${seq} ${what}.`;
}
