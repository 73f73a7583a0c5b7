import { ledgerBeginning, ledgerHash } from './ledgerHash.ts';
import type { StoredEntry } from './ledgerQueries.ts';

/** An order's history as it lies there. */
export interface StoredHistory {
  orderId: string;
  /** Whether the order itself is there. */
  ordered: boolean;
  entries: readonly StoredEntry[];
  /** Where the chain ends, as it was noted with the last entry; null: of a chain of one there is no note. */
  head: { seq: number; hash: string } | null;
}

/** The first place where a history is not what was recorded. */
export interface Fault {
  orderId: string;
  seq: number;
  what: string;
}

/** Null: the history is whole. */
export function firstFault({ orderId, ordered, entries, head }: StoredHistory): Fault | null {
  const fault = (seq: number, what: string): Fault => ({ orderId, seq, what });
  let previous = ledgerBeginning;
  for (const [index, entry] of entries.entries()) {
    const seq = index + 1;
    if (entry.seq !== seq) return fault(seq, 'is missing');
    if (ledgerHash(previous, orderId, entry) !== entry.hash) return fault(seq, 'is not what was recorded');
    previous = entry.hash;
  }
  const last = entries.length;
  if (last === 0 || (head && head.seq > last)) return fault(last + 1, 'is missing');
  if (!head && last > 1) return fault(last, 'is not noted as the last one: the note is missing');
  if (head && head.seq < last) return fault(head.seq + 1, 'was added past the end');
  if (head && head.hash !== previous) return fault(last, 'is not what was recorded');
  return ordered ? null : fault(1, 'is of an order that is gone');
}
