import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import type { DefencePackType } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { AppContext } from '../context/AppContext.ts';
import { FileResponse, serve, type Handler } from '../http/serve.ts';
import { appendLedger } from '../ledger/ledgerQueries.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { packPdf, packPdfLimits } from './packPdf.ts';
import { currentDocument, type PackSources } from './packRecords.ts';
import { readSources, refuseWithoutEvidence } from './readSources.ts';
import { disputes, orderReadiness } from './readiness.ts';

export function packRoutes(app: FastifyInstance) {
  serve(app, defencePackCalls.packPdf, (input, context) => makePack(input, context, app.context));
  serve(app, defencePackCalls.packLetter, (input, context) => packLetter(input, context, app.context));
  serve(app, defencePackCalls.packReadiness, orderReadiness);
  serve(app, defencePackCalls.transactionDetails, enterTransactionDetails);
  serve(app, defencePackCalls.disputes, disputes);
}

/** Records the pack only once the PDF is rendered, because no transaction should wait for that. */
const makePack: Handler<typeof defencePackCalls.packPdf, [AppContext]> = async (
  { orderId, defencePackType },
  { db, member },
  { storage, settings },
) => {
  const { bytes } = await readPack({ orderId, defencePackType, by: member.name }, { db, storage, settings });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = { pack: defencePackType, sha256, size: bytes.length };
  await db.transaction((tx) => appendLedger(tx, { orderId, memberId: member.id, kind: 'packMade', facts }));
  return { data: new FileResponse(bytes, `Defence Pack ${defencePackType} ${orderId}.pdf`) };
};

/** Renders the PDF to get its page numbers, which the letter refers to. */
const packLetter: Handler<typeof defencePackCalls.packLetter, [AppContext]> = async (
  { orderId, defencePackType },
  { db, member },
  { storage, settings },
) => {
  const asked = { orderId, defencePackType, by: member.name };
  const { records, content, bytes, pages, exhibits } = await readPack(asked, { db, storage, settings });
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

interface PackRequest {
  orderId: string;
  defencePackType: DefencePackType;
  by: string;
}

interface Made {
  db: Database;
  storage: Pick<DocumentStorage, 'get'>;
  settings: Pick<Settings, 'packDocumentPages' | 'packSeconds'>;
}

/** Throws 404, 409, 422 and 503. */
async function readPack({ orderId, defencePackType, by }: PackRequest, { db, storage, settings }: Made) {
  const sources = await readSources(db, orderId, by);
  refuseWithoutEvidence(sources.order);
  const document = await packDocument(sources, { db, storage });
  const fault = await verifyOrder(db, orderId, sources.lastHash ?? undefined);
  const { packDocumentPages: documentPages, packSeconds } = settings;
  const made = await packPdf(
    { ...sources, defencePackType, documentPages, fault },
    document,
    packPdfLimits(packSeconds),
  );
  return { records: sources.records, ...made };
}

/** Null unless the file matches the ledger, because rows and storage can be changed. */
async function packDocument(
  { records }: Pick<PackSources, 'records'>,
  { db, storage }: { db: Database; storage: Pick<DocumentStorage, 'get'> },
): Promise<{ contentType: string; bytes: Uint8Array } | null> {
  const newest = currentDocument(records);
  const storageKey = newest && (await findStorageKey(db, newest.documentId));
  const source = storageKey && (await storage.get(storageKey));
  if (!source) return null;
  const bytes = await buffer(source);
  const isRecorded = createHash('sha256').update(bytes).digest('hex') === newest.sha256;
  return isRecorded ? { contentType: newest.contentType, bytes } : null;
}

async function findStorageKey(db: Database, documentId: number): Promise<string | null> {
  const { storageKey } = documents;
  const [found] = await db.select({ storageKey }).from(documents).where(eq(documents.id, documentId));
  return found?.storageKey ?? null;
}
