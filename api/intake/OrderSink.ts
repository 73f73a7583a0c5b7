import type { CheckedPortion, OrderForm, RejectedLine } from './checkPortion.ts';

/** What became of a portion's orders. */
export interface Taken {
  accepted: number;
  repeated: number;
  rejected: RejectedLine[];
}

/** Where an import's orders go: into a database, or to the running product. */
export interface OrderSink {
  form: OrderForm;
  /** How many portions it takes at once. */
  atOnce: number;
  /** When it resolves, the portion's new orders are in for good. */
  put: (portion: CheckedPortion) => Promise<Taken>;
  close: () => Promise<void>;
}

/** The orders of a portion in runs of at most `most`, each with what it takes to tell of it. */
export function* runsOf({ orderIds, bytes, ends, lines }: CheckedPortion, most: number) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0; from < orderIds.length; from += most) {
    const to = Math.min(from + most, orderIds.length);
    const texts = Array.from({ length: to - from }, (_, index) => {
      const at = from + index;
      return buffer.toString('utf8', at === 0 ? 0 : ends[at - 1], ends[at]);
    });
    yield { orderIds: orderIds.slice(from, to), texts, lines: lines.subarray(from, to) };
  }
}
