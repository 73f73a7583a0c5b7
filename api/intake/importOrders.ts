import PQueue from 'p-queue';
import type { RejectedLine } from './checkPortion.ts';
import { linePortions, type Portion } from './linePortions.ts';
import type { OrderSink } from './OrderSink.ts';
import type { PortionCheckers } from './PortionCheckers.ts';

/** How far an import is. */
export interface ImportTally {
  accepted: number;
  repeated: number;
  rejected: number;
}

interface Import {
  /** The lines, in pieces of any size. */
  source: AsyncIterable<Uint8Array>;
  checkers: Pick<PortionCheckers, 'check' | 'doneWith' | 'spare'>;
  sink: OrderSink;
  /** Called each time a portion is in. */
  onTaken: (tally: ImportTally) => void;
  /** Called with the lines of a portion that are not taken in; of what is read later, later. */
  onRejected: (lines: readonly RejectedLine[]) => Promise<void>;
  /** Stops once what has been read is in. */
  signal: AbortSignal;
}

/**
 * Takes in orders line by line, portion by portion. Each portion is in for good before it is counted, so whatever ends
 * an import loses nothing of what it told; another run finds those orders known. A few portions are under way at once
 * and no more, however large the file: one is read, one checked, and the sink has its own.
 */
export async function importOrders({
  source,
  checkers,
  sink,
  onTaken,
  onRejected,
  signal,
}: Import): Promise<ImportTally> {
  const tally: ImportTally = { accepted: 0, repeated: 0, rejected: 0 };
  const underWay = new Set<Promise<void>>();
  const sinkTurns = new PQueue({ concurrency: sink.atOnce });
  let failure: unknown;

  async function takeIn(portion: Portion) {
    const checked = await checkers.check(portion);
    const taken = await sinkTurns.add(() => sink.put(checked));
    checkers.doneWith(checked);
    const rejected = [...checked.rejected, ...taken.rejected].sort((one, other) => one.line - other.line);
    await reject(rejected);
    tally.accepted += taken.accepted;
    tally.repeated += taken.repeated + checked.repeated;
    onTaken({ ...tally });
  }

  async function reject(lines: readonly RejectedLine[]) {
    if (lines.length > 0) await onRejected(lines);
    tally.rejected += lines.length;
  }

  try {
    for await (const portion of linePortions(source, { spare: checkers.spare })) {
      if (signal.aborted || failure) break;
      if ('tooLong' in portion) {
        await reject([{ line: portion.tooLong, order_id: null, errors: { line: 'Is longer than 1 MB' } }]);
        continue;
      }
      const one: Promise<void> = takeIn(portion)
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => underWay.delete(one));
      underWay.add(one);
      if (underWay.size > sink.atOnce + 1) await Promise.race(underWay);
    }
  } catch (error) {
    // A pipe that waits for more is cut when the import is stopped.
    if (!signal.aborted) failure ??= error;
  }
  await Promise.all(underWay);
  if (failure) throw failure;
  return tally;
}
