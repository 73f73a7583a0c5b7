import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import type { Transaction } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { appendLedger } from '../ledger/readLedger.ts';
import { takeBackMailsWith } from '../mail/waitingMails.ts';
import { appendHistory, findVersion, raiseVersion } from '../orders/changes/changeQueries.ts';
import { findDocument, lockOrderForDocument } from './documentQueries.ts';

type WithdrawCall = typeof documentCalls.withdraw;

/** Withdraws one document of an order, and takes back its e-mails that have not gone out (rules 11.21). */
export async function withdrawDocument(
  { orderId, file1, reason }: ParsedInput<WithdrawCall>,
  { db, member }: Context<WithdrawCall>,
): Promise<Reply<WithdrawCall>> {
  const document = await findDocument(db, file1);
  if (document?.orderId !== orderId) throw new Refusal(404, 'There is no such document');
  return db.transaction(async (tx) => {
    // Mails are locked before their order, as wherever their state changes.
    const mails = await takeBackMailsWith(tx, document.id);
    const isNew = await withdraw(tx, { orderId, documentId: document.id, memberId: member.id, reason });
    const taken = mails.length > 0 ? ' Its e-mail was taken back.' : '';
    return {
      message: isNew ? `The document was withdrawn.${taken}` : 'The document was withdrawn already.',
      data: { version: (await findVersion(tx, orderId))! },
    };
  });
}

interface Withdrawal {
  orderId: string;
  documentId: number;
  memberId: number;
  reason?: string | undefined;
}

/** Marks a document as withdrawn, with its line of the history and its ledger entry. Returns false if it already was. */
export async function withdraw(tx: Transaction, { orderId, documentId, memberId, reason }: Withdrawal) {
  const order = (await lockOrderForDocument(tx, orderId))!;
  const document = await markWithdrawn(tx, documentId);
  if (!document) return false;
  const { originalName: name, sha256 } = document;
  await raiseVersion(tx, orderId);
  const line = { kind: 'withdraw', field: 'document', from: name, to: reason ?? null } as const;
  await appendHistory(tx, [{ orderId, memberId, actionId: randomUUID(), version: order.version + 1, ...line }]);
  const facts = { documentId, name, sha256, ...(reason !== undefined && { reason }) };
  await appendLedger(tx, { orderId, memberId, kind: 'withdrawn', facts });
  return true;
}

/** Marks a document as withdrawn; null: it already was. The caller has locked its order. */
async function markWithdrawn(tx: Transaction, documentId: number) {
  const [document] = await tx
    .update(documents)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(documents.id, documentId), isNull(documents.withdrawnAt)))
    .returning({ originalName: documents.originalName, sha256: documents.sha256 });
  return document ?? null;
}
