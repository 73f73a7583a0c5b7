import type { Transaction } from '../db/database.ts';
import type { noteKinds } from '../db/schema/orderHistory.ts';
import type { FactsByKind } from './LedgerEntry.ts';
import { insertNote } from './ledgerQueries.ts';

type NoteKind = (typeof noteKinds)[number];

/** What somebody did that stands in no other table. Their name is added as it is then. */
export type LedgerNote = {
  [Kind in NoteKind]: {
    orderId: string;
    /** Null: the product itself. */
    memberId: number | null;
    kind: Kind;
    facts: Omit<FactsByKind[Kind], 'memberId' | 'by'>;
  };
}[NoteKind];

/** Appends a note to its order's chain, in the transaction of what it tells. Rejects when there is no such order. */
export const appendLedger = (tx: Transaction, note: LedgerNote): Promise<void> => insertNote(tx, note);
