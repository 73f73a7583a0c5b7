import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { documentCalls } from 'shared/api/documentCalls';
import type { Transaction } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import { appendLedger } from '../ledger/ledger.ts';
import { cancelMailsWith } from '../mail/waitingMails.ts';
import { appendHistory, findVersion, raiseVersion } from '../orders/changes/orderChanges.ts';
import { findDocument, lockOrderForDocument } from './documentQueries.ts';

/** Also cancels the document's unsent mails (rule 11.21). */
export const withdrawDocument: Handler<typeof documentCalls.withdraw> = async (
  { orderId, file1, reason },
  { db, member },
) => {
  const document = await findDocument(db, file1);
  if (document?.orderId !== orderId) throw new HttpError(404, 'Document not found.');
  return db.transaction(async (tx) => {
    // To prevent deadlocks, all transactions lock mails before their order.
    const mails = await cancelMailsWith(tx, document.id);
    const isNew = await withdraw(tx, { orderId, documentId: document.id, memberId: member.id, reason });
    const taken = mails.length > 0 ? ' Its email was cancelled.' : '';
    return {
      message: isNew ? `The document was withdrawn.${taken}` : 'The document was already withdrawn.',
      data: { version: (await findVersion(tx, orderId))! },
    };
  });
};

interface Withdrawal {
  orderId: string;
  documentId: number;
  memberId: number;
  reason?: string | undefined;
}

/** Returns false if the document was already withdrawn. */
export async function withdraw(tx: Transaction, { orderId, documentId, memberId, reason }: Withdrawal) {
  const order = (await lockOrderForDocument(tx, orderId))!;
  const [document] = await tx
    .update(documents)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(documents.id, documentId), isNull(documents.withdrawnAt)))
    .returning();
  if (!document) return false;
  const { originalName: name, sha256 } = document;
  await raiseVersion(tx, orderId);
  const line = { kind: 'withdraw', field: 'document', from: name, to: reason ?? null } as const;
  await appendHistory(tx, [{ orderId, memberId, actionId: randomUUID(), version: order.version + 1, ...line }]);
  const facts = { documentId, name, sha256, ...(reason !== undefined && { reason }) };
  await appendLedger(tx, { orderId, memberId, kind: 'withdrawn', facts });
  return true;
}
