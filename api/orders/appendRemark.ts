import DataLoader from 'dataloader';
import { DatabaseAway } from '../db/DatabaseAway.ts';
import type { Database } from '../db/database.ts';
import { insertRemarks, type AppendedRemark, type WrittenRemark } from './remarkQueries.ts';

type Appended = WrittenRemark | null;

/** One for each database. It keeps no answer. */
const loaders = new WeakMap<Database, DataLoader<AppendedRemark, Appended>>();

/** So many are one statement: whoever waits for the last of its orders waits for no more than these. */
const atOnce = 50;

/**
 * Adds a remark, its line of the history and the raised version of its order: all or none. Null: there is no such order, or
 * it has another version than was seen. Those that arrive in one turn of the event loop are one transaction: most of what
 * a remark costs is its statement's triggers and its commit.
 */
export function appendRemark(db: Database, remark: AppendedRemark): Promise<Appended> {
  const loader = loaders.get(db) ?? newLoader(db);
  loaders.set(db, loader);
  return loader.load(remark);
}

const newLoader = (db: Database) =>
  new DataLoader<AppendedRemark, Appended>((remarks) => appendAll(db, remarks), {
    ...{ cache: false, maxBatchSize: atOnce, batchScheduleFn: setImmediate },
  });

/** Of several on one order, each finds what the one before it has left: they go one after the other. */
async function appendAll(db: Database, remarks: readonly AppendedRemark[]): Promise<(Appended | Error)[]> {
  const answers = new Map<AppendedRemark, Appended | Error>();
  while (answers.size < remarks.length) {
    const left = remarks.filter((remark) => !answers.has(remark));
    const turn = Array.from(Map.groupBy(left, ({ orderId }) => orderId).values(), ([first]) => first!);
    const told = await appendTogether(db, turn);
    turn.forEach((remark, index) => answers.set(remark, told[index] as Appended | Error));
  }
  return remarks.map((remark) => answers.get(remark) as Appended | Error);
}

/** What fails with one of them has written none: then each goes by itself, and fails alone. */
async function appendTogether(db: Database, remarks: readonly AppendedRemark[]): Promise<(Appended | Error)[]> {
  try {
    const written = new Map((await insertRemarks(db, remarks)).map((row) => [row.orderId, row]));
    return remarks.map(({ orderId }) => written.get(orderId) ?? null);
  } catch (error) {
    // Of what was under way when the database went, nobody knows whether it is written.
    if (remarks.length === 1 || error instanceof DatabaseAway) return remarks.map(() => error as Error);
    const alone = await Promise.all(remarks.map((remark) => appendTogether(db, [remark])));
    return alone.flat();
  }
}
