import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import type { DefencePackType } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { AppContext } from '../context/AppContext.ts';
import type { Member } from '../http/session.ts';
import { serve, type Handler } from '../http/serve.ts';
import { appendLedger } from '../ledger/ledger.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { packPdf, packPdfLimits } from './packPdf.ts';
import { currentDocument, type PackSources } from './packRecords.ts';
import { readSources, assertMayHavePack } from './readSources.ts';
import { disputes, orderReadiness } from './readiness.ts';

export function packRoutes(app: FastifyInstance) {
  serve(app, defencePackCalls.packPdf, (input, context) => makePack(input, context, app.context));
  serve(app, defencePackCalls.packLetter, (input, context) => packLetter(input, context, app.context));
  serve(app, defencePackCalls.packReadiness, orderReadiness);
  serve(app, defencePackCalls.transactionDetails, enterTransactionDetails);
  serve(app, defencePackCalls.disputes, disputes);
}

/** Records the pack after rendering its PDF, so that no transaction waits for the rendering. */
const makePack: Handler<typeof defencePackCalls.packPdf, [AppContext]> = async (input, { db, member }, appContext) => {
  const { orderId, defencePackType: pack } = input;
  const { bytes } = await readPack(input, { db, member }, appContext);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = { pack, sha256, size: bytes.length };
  await db.transaction((tx) => appendLedger(tx, { orderId, memberId: member.id, kind: 'packMade', facts }));
  return { data: { bytes, fileName: `Defence Pack ${pack} ${orderId}.pdf` } };
};

/** Renders the PDF to get its page numbers, which the letter refers to. */
const packLetter: Handler<typeof defencePackCalls.packLetter, [AppContext]> = async (input, context, appContext) => {
  const { orderId, defencePackType } = input;
  const { records, content, bytes, pages, exhibits } = await readPack(input, context, appContext);
  const { kind, title, facts, summary, timelineTitle, timeline, folded, foot } = content;
  return {
    message: 'Page 1 of the defence pack',
    data: {
      ...{ order_id: orderId, defencePackType, kind, title, timelineTitle, folded, exhibits, pages },
      facts: [...facts],
      summary: [...summary],
      timeline: [...timeline],
      foot: { ...foot, page: `Page 1 of ${pages}` },
      size: bytes.length,
      last_made: records.made[defencePackType] ?? null,
    },
  };
};

/** Throws 404, 409, 422 and 503. */
async function readPack(
  { orderId, defencePackType }: { orderId: string; defencePackType: DefencePackType },
  { db, member }: { db: Database; member: Member },
  { storage, settings }: AppContext,
) {
  const sources = await readSources(db, orderId, member.name);
  assertMayHavePack(sources.order);
  const document = await packDocument(sources, { db, storage });
  const fault = await verifyOrder(db, orderId, sources.lastHash ?? undefined);
  const { packDocumentPages: documentPages, packSeconds } = settings;
  const pack = { ...sources, defencePackType, documentPages, fault };
  return { records: sources.records, ...(await packPdf(pack, document, packPdfLimits(packSeconds))) };
}

/** Null unless the newest document's file has the hash in the ledger, because rows and stored files can be changed. */
async function packDocument(
  { records }: Pick<PackSources, 'records'>,
  { db, storage }: { db: Database; storage: Pick<DocumentStorage, 'get'> },
): Promise<{ contentType: string; bytes: Uint8Array } | null> {
  const newest = currentDocument(records);
  const [stored] = newest ? await db.select().from(documents).where(eq(documents.id, newest.documentId)) : [];
  const source = stored && (await storage.get(stored.storageKey));
  if (!newest || !source) return null;
  const bytes = await buffer(source);
  const isRecorded = createHash('sha256').update(bytes).digest('hex') === newest.sha256;
  return isRecorded ? { contentType: newest.contentType, bytes } : null;
}
