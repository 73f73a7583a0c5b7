import { isUtf8 } from 'node:buffer';
import PQueue from 'p-queue';
import { intakeCalls, mostAtOnce, type IntakeResult } from 'shared/api/intakeCalls';
import { openDatabase, type Database, type OpenDatabase } from '../db/database.ts';
import { boundLog } from '../db/embedded.ts';
import { FolderInUse } from '../db/lockFolder.ts';
import { migrate } from '../db/migrate.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import { openRoom, type Room, requireRoomToBegin } from '../room/Room.ts';
import type { Settings } from '../settings/settings.ts';
import { takeInOrders } from './takeInOrders.ts';

/** A line that is not taken in, and why: `errors` = field → text. Nothing else of it is kept. */
export interface RejectedLine {
  line: number;
  order_id: string | null;
  errors: Record<string, string>;
}

/** How far an import is. */
export interface ImportTally {
  accepted: number;
  repeated: number;
  rejected: number;
}

/** Where the orders go: a database, or the running product. */
export interface ImportTarget {
  /** How many batches it takes at once. */
  atOnce: number;
  /** When it resolves, the new orders of the batch are in for good. */
  take: (orders: readonly unknown[]) => Promise<IntakeResult>;
  close: () => Promise<void>;
}

interface Import {
  /** The lines, in pieces of any size. */
  source: AsyncIterable<Buffer>;
  target: Pick<ImportTarget, 'atOnce' | 'take'>;
  /** Called after each batch. */
  onTaken: (tally: ImportTally, rejected: readonly RejectedLine[]) => Promise<void>;
  /** Stops the reading; what was read still comes in. */
  signal: AbortSignal;
}

const maxLineBytes = 1_048_576;
/** With `mostAtOnce` orders, what the intake accepts in one body, and all that a batch holds in memory. */
const maxBatchBytes = 8 * maxLineBytes;

/**
 * Takes in orders line by line, in batches. A batch is in for good before it is counted, so an import that ends early
 * loses nothing that it reported, and the next run finds those orders known. Memory does not grow with the file: reading
 * pauses while a batch waits for the target.
 */
export async function importOrders({ source, target, onTaken, signal }: Import): Promise<ImportTally> {
  const tally: ImportTally = { accepted: 0, repeated: 0, rejected: 0 };
  const batches = new PQueue({ concurrency: target.atOnce });
  let failure: unknown;

  async function takeIn({ orders, lines, faulty }: Batch) {
    const taken = orders.length ? await target.take(orders) : { accepted: [], repeated: [], rejected: [] };
    const rejected = [...faulty, ...taken.rejected.map(({ index, ...why }) => ({ line: lines[index]!, ...why }))];
    tally.accepted += taken.accepted.length;
    tally.repeated += taken.repeated.length;
    tally.rejected += rejected.length;
    await onTaken({ ...tally }, rejected);
  }

  for await (const batch of readBatches(source, signal)) {
    void batches.add(() => takeIn(batch)).catch((error: unknown) => (failure ??= error));
    await batches.onSizeLessThan(1);
    if (failure) break;
  }
  await batches.onIdle();
  if (failure) throw failure;
  return tally;
}

interface Batch {
  orders: unknown[];
  /** The line of each order. */
  lines: number[];
  faulty: RejectedLine[];
}

async function* readBatches(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Batch> {
  const empty = () => ({ orders: [], lines: [], faulty: [], bytes: 0 });
  let batch: Batch & { bytes: number } = empty();
  let isFirst = true;
  try {
    for await (const { line, bytes } of readLines(source)) {
      const read = readLine(bytes);
      // `npm run generate > FILE` leaves what npm prints first at the head of its file.
      if (read === null || (isFirst && bytes?.toString('latin1', 0, 2) === '> ')) continue;
      isFirst = false;
      if ('fault' in read) batch.faulty.push({ line, order_id: null, errors: { line: read.fault } });
      else {
        batch.orders.push(read.order);
        batch.lines.push(line);
      }
      batch.bytes += bytes?.length ?? 0;
      if (batch.orders.length + batch.faulty.length < mostAtOnce && batch.bytes < maxBatchBytes) continue;
      yield batch;
      batch = empty();
    }
  } catch (error) {
    // Stopping the import cuts a pipe that waits for more.
    if (!signal.aborted) throw error;
  }
  if (batch.orders.length + batch.faulty.length > 0) yield batch;
}

/** The lines of a stream, counted from 1; of a line that is longer than any order only its number is kept. */
async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; bytes: Buffer | null }> {
  let line = 0;
  let begun: Buffer[] = [];
  let length = 0;
  const finish = () => {
    const bytes = length > maxLineBytes ? null : begun.length === 1 ? begun[0]! : Buffer.concat(begun);
    [begun, length] = [[], 0];
    return { line: ++line, bytes };
  };
  for await (const piece of source) {
    for (let from = 0; from < piece.length;) {
      const newline = piece.indexOf(0x0a, from);
      const end = newline < 0 ? piece.length : newline;
      length += end - from;
      if (length > maxLineBytes) begun = [];
      else begun.push(piece.subarray(from, end));
      if (newline >= 0) yield finish();
      from = end + 1;
    }
  }
  if (length > 0) yield finish();
}

/** The order of a line, why it has none, or null for an empty line. */
function readLine(bytes: Buffer | null): { order: unknown } | { fault: string } | null {
  if (!bytes) return { fault: 'Is longer than 1 MB' };
  if (!isUtf8(bytes)) return { fault: 'Is not UTF-8' };
  // A byte order mark counts as white space here.
  const text = bytes.toString().trim();
  if (text === '') return null;
  try {
    return { order: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'Is not JSON' };
  }
}

/**
 * Where the orders go by the settings: to PostgreSQL; to the embedded database; or, when a running product has that open,
 * to the product.
 */
export async function openTarget(settings: Settings): Promise<ImportTarget> {
  const room = openRoom(settings, { info: () => {}, warn: () => {} });
  await requireRoomToBegin(settings, room);
  try {
    const database = await openDatabase(settings);
    await migrate(database).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return databaseTarget(database, room);
  } catch (error) {
    if (error instanceof FolderInUse) return productTarget(error, settings);
    throw error;
  }
}

export function databaseTarget(database: OpenDatabase, room: Pick<Room, 'forChanges'>): ImportTarget {
  const { db, driver } = database;
  return {
    // One is read and checked here while the server stores the others.
    atOnce: driver === 'postgres' ? 3 : 1,
    async take(orders) {
      if (!(await room.forChanges())) throw new Error('The disk is almost full, so no more orders can be taken in.');
      const taken = await takeWhatIsAccepted(db, orders);
      if (driver === 'embedded') await boundLog(db);
      return taken;
    },
    async close() {
      try {
        // A product that runs does the same in its own time.
        if (!(await room.forChanges())) return;
        await tidyCounts(db, await foldOrderCounts(db));
        await database.housekeeping();
      } finally {
        await database.close();
      }
    },
  };
}

/** One order that the database refuses fails its whole batch, so the batch is halved until that order is found. */
async function takeWhatIsAccepted(db: Database, orders: readonly unknown[]): Promise<IntakeResult> {
  try {
    return await takeInOrders(db, orders);
  } catch (error) {
    const code = sqlState(error);
    // Data exceptions and violated checks: the fault is in a row, not in the connection or the disk.
    if (!code.startsWith('22') && code !== '23514') throw error;
    if (orders.length === 1) {
      const { order_id } = orders[0] as { order_id: string };
      const errors = { order: `The database refuses it (${code})` };
      return { accepted: [], repeated: [], rejected: [{ index: 0, order_id, errors }] };
    }
    const half = Math.ceil(orders.length / 2);
    const first = await takeWhatIsAccepted(db, orders.slice(0, half));
    const second = await takeWhatIsAccepted(db, orders.slice(half));
    return {
      accepted: [...first.accepted, ...second.accepted],
      repeated: [...first.repeated, ...second.repeated],
      rejected: [...first.rejected, ...second.rejected.map((one) => ({ ...one, index: one.index + half }))],
    };
  }
}

const sqlState = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code ?? '';

/** The embedded database is open in that process and nowhere else, so the orders go by its intake. */
function productTarget({ holder, message }: FolderInUse, { intakeApiKey }: Settings): ImportTarget {
  if (!holder) throw new Error(`${message}. Try again in a moment.`);
  if (!intakeApiKey)
    throw new Error(`${message}. Set INTAKE_API_KEY to what it was started with, to send it the orders.`);
  const { staffUrl } = holder;
  const address = new URL(`/api${intakeCalls.takeInOrders.path}`, staffUrl);
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': intakeApiKey };
  return {
    atOnce: 2,
    async take(orders) {
      const body = JSON.stringify({ orders });
      const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
      if (!response) throw new Error(`The product at ${staffUrl} does not answer`);
      const answer = (await response.json().catch(() => null)) as { message?: string; data?: IntakeResult } | null;
      // A 400 that has `data` judged the orders, and rejected every one.
      if (answer?.data && (response.ok || response.status === 400)) return answer.data;
      throw new Error(`The product at ${staffUrl} refused: ${answer?.message ?? response.status}`);
    },
    close: async () => {},
  };
}
