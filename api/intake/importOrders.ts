import { isUtf8 } from 'node:buffer';
import PQueue from 'p-queue';
import { intakeCalls, maxIntakeItems, type IntakeResult } from 'shared/api/intake/intakeCalls';
import { openDatabase, migrate } from '../db/openDatabase.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import { limitWalSize } from '../db/embedded.ts';
import { DataDirInUseError } from '../db/lockDataDir.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/folderCounts.ts';
import { openDiskSpaceGuard, type DiskSpaceGuard, assertSpaceForDatabase } from '../disk-space/DiskSpaceGuard.ts';
import type { Settings } from '../settings/settings.ts';
import { createOrders } from './createOrders.ts';

/** A rejected line. Of the order itself, the report contains only the id. */
export interface RejectedLine {
  line: number;
  order_id: string | null;
  errors: Record<string, string>;
}

export interface ImportTally {
  accepted: number;
  repeated: number;
  rejected: number;
}

interface ImportTarget {
  atOnce: number;
  /** Resolves once the new orders are committed. */
  take: (orders: readonly unknown[]) => Promise<IntakeResult>;
  close: () => Promise<void>;
}

interface Import {
  source: AsyncIterable<Buffer>;
  target: Pick<ImportTarget, 'atOnce' | 'take'>;
  onTaken: (tally: ImportTally, rejected: readonly RejectedLine[]) => Promise<void>;
  /** Stops reading. Orders that were read are still imported. */
  signal: AbortSignal;
}

const maxLineBytes = 1_048_576;
/** Limits a batch's memory. `maxIntakeItems` limits the number of orders. */
const maxBatchBytes = 8 * maxLineBytes;

/**
 * A batch is committed before it is counted, so an interrupted import loses nothing that it reported. Reading pauses
 * while a batch waits, so memory does not grow with the file.
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
      // A file made by `npm run generate > FILE` begins with lines that npm prints.
      if (read === null || (isFirst && bytes?.toString('latin1', 0, 2) === '> ')) continue;
      isFirst = false;
      if ('fault' in read) batch.faulty.push({ line, order_id: null, errors: { line: read.fault } });
      else {
        batch.orders.push(read.order);
        batch.lines.push(line);
      }
      batch.bytes += bytes?.length ?? 0;
      if (batch.orders.length + batch.faulty.length < maxIntakeItems && batch.bytes < maxBatchBytes) continue;
      yield batch;
      batch = empty();
    }
  } catch (error) {
    // Stopping the import aborts a pipe that waits for more input. That is not an error.
    if (!signal.aborted) throw error;
  }
  if (batch.orders.length + batch.faulty.length > 0) yield batch;
}

/** Lines of a stream, numbered from 1. If a line is longer than `maxLineBytes`, its `bytes` are null. */
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

function readLine(bytes: Buffer | null): { order: unknown } | { fault: string } | null {
  if (!bytes) return { fault: 'longer than 1 MB' };
  if (!isUtf8(bytes)) return { fault: 'not valid UTF-8' };
  // `trim` also removes a byte order mark.
  const text = bytes.toString().trim();
  if (text === '') return null;
  try {
    return { order: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'not valid JSON' };
  }
}

/** Opens the database, or connects to a running product that has the embedded database open. */
export async function openTarget(settings: Settings): Promise<ImportTarget> {
  const diskSpace = openDiskSpaceGuard(settings, { info: () => {}, warn: () => {} });
  await assertSpaceForDatabase(settings, diskSpace);
  try {
    const database = await openDatabase(settings);
    await migrate(database).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return databaseTarget(database, diskSpace);
  } catch (error) {
    if (error instanceof DataDirInUseError) return productTarget(error, settings);
    throw error;
  }
}

export function databaseTarget(database: OpenDatabase, diskSpace: Pick<DiskSpaceGuard, 'allowsChanges'>): ImportTarget {
  const { db, driver } = database;
  return {
    // This process parses one batch while the server stores the others.
    atOnce: driver === 'postgres' ? 3 : 1,
    async take(orders) {
      if (!(await diskSpace.allowsChanges()))
        throw new Error('The disk is almost full, so no more orders can be imported.');
      const taken = await importAccepted(db, orders);
      if (driver === 'embedded') await limitWalSize(db);
      return taken;
    },
    async close() {
      try {
        // Without a running product, no job adds the recorded changes to the counts.
        if (!(await diskSpace.allowsChanges())) return;
        await tidyCounts(db, await foldOrderCounts(db));
        await database.housekeeping();
      } finally {
        await database.close();
      }
    },
  };
}

/** An order that the database refuses fails its whole batch, so a failed batch is halved to find the order. */
async function importAccepted(db: Database, orders: readonly unknown[]): Promise<IntakeResult> {
  try {
    return await createOrders(db, orders);
  } catch (error) {
    const code = sqlState(error);
    // Only data exceptions (class 22) and check violations (23514) are caused by an order.
    if (!code.startsWith('22') && code !== '23514') throw error;
    if (orders.length === 1) {
      const { order_id } = orders[0] as { order_id: string };
      const errors = { order: `Rejected by the database (${code})` };
      return { accepted: [], repeated: [], rejected: [{ index: 0, order_id, errors }] };
    }
    const half = Math.ceil(orders.length / 2);
    const first = await importAccepted(db, orders.slice(0, half));
    const second = await importAccepted(db, orders.slice(half));
    return {
      accepted: [...first.accepted, ...second.accepted],
      repeated: [...first.repeated, ...second.repeated],
      rejected: [...first.rejected, ...second.rejected.map((one) => ({ ...one, index: one.index + half }))],
    };
  }
}

const sqlState = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code ?? '';

/** Sends orders to the running product that has the embedded database open. */
function productTarget({ holder, message }: DataDirInUseError, { intakeApiKey }: Settings): ImportTarget {
  if (!holder) throw new Error(`${message}. Try again in a moment.`);
  if (!intakeApiKey)
    throw new Error(`${message}. To import through the running server, set INTAKE_API_KEY to its key.`);
  const { staffUrl } = holder;
  const address = new URL(`/api${intakeCalls.takeInOrders.path}`, staffUrl);
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': intakeApiKey };
  return {
    atOnce: 2,
    async take(orders) {
      const body = JSON.stringify({ orders });
      const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
      if (!response) throw new Error(`Arrival Desk at ${staffUrl} is not responding.`);
      const answer = (await response.json().catch(() => null)) as { message?: string; data?: IntakeResult } | null;
      // A 400 with `data` means that every order was rejected.
      if (answer?.data && (response.ok || response.status === 400)) return answer.data;
      throw new Error(`Arrival Desk at ${staffUrl} rejected the orders: ${answer?.message ?? response.status}`);
    },
    close: async () => {},
  };
}
