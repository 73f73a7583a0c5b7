import { createHash } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { defencePackCalls } from 'shared/api/defencePackCalls';
import { ByteAnswer } from '../http/ByteAnswer.ts';
import type { Desk } from '../desk/desk.ts';
import type { Context, Reply } from '../http/serve.ts';
import { appendLedger } from '../ledger/readLedger.ts';
import { readPack } from './readPack.ts';

type PdfCall = typeof defencePackCalls.packPdf;

/**
 * Makes a defence pack. That it was made is itself in the history, with the SHA-256 of its bytes: so a pack can be told
 * from one that was changed. It is noted once it is there, since nobody waits in a transaction for a PDF.
 */
export async function makePack(
  { orderId, defencePackType }: ParsedInput<PdfCall>,
  { db, member }: Context<PdfCall>,
  { storage, settings }: Pick<Desk, 'storage' | 'settings'>,
): Promise<Reply<PdfCall>> {
  const { bytes } = await readPack({ orderId, defencePackType, by: member.name }, { db, storage, settings });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = { pack: defencePackType, sha256, size: bytes.length };
  await db.transaction((tx) => appendLedger(tx, { orderId, memberId: member.id, kind: 'packMade', facts }));
  return { data: new ByteAnswer(bytes, `Defence Pack ${defencePackType} ${orderId}.pdf`) };
}
