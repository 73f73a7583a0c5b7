import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ParsedInput } from 'shared/api/call';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import type { DefencePackType } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { Desk } from '../desk/desk.ts';
import { ByteAnswer } from '../http/ByteAnswer.ts';
import { type Context, type Reply, serve } from '../http/serve.ts';
import { appendLedger } from '../ledger/readLedger.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import type { Settings } from '../settings/settings.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { disputes, orderReadiness } from './readiness.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { packPdf } from './packPdf.ts';
import { standingDocument } from './packRecords.ts';
import { type PackSources, readSources } from './packSources.ts';

/** The calls on defence packs, for staff. */
export function packRoutes(app: FastifyInstance) {
  serve(app, defencePackCalls.packPdf, (input, context) => makePack(input, context, app.desk));
  serve(app, defencePackCalls.packLetter, (input, context) => packLetter(input, context, app.desk));
  serve(app, defencePackCalls.packReadiness, orderReadiness);
  serve(app, defencePackCalls.transactionDetails, enterTransactionDetails);
  serve(app, defencePackCalls.disputes, disputes);
}

type PdfCall = typeof defencePackCalls.packPdf;

/**
 * Makes a defence pack. That it was made is itself in the history, with the SHA-256 of its bytes: so a pack can be told
 * from one that was changed. It is noted once it is there, since nobody waits in a transaction for a PDF.
 */
async function makePack(
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

type LetterCall = typeof defencePackCalls.packLetter;

/** Page 1 of a pack, for the screen. The PDF is made for it, since only then its pages are known, and kept nowhere. */
async function packLetter(
  { orderId, defencePackType }: ParsedInput<LetterCall>,
  { db, member }: Context<LetterCall>,
  { storage, settings }: Pick<Desk, 'storage' | 'settings'>,
): Promise<Reply<LetterCall>> {
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
}

interface Asked {
  orderId: string;
  defencePackType: DefencePackType;
  /** Their name stands in the pack. */
  by: string;
}

interface Made {
  db: Database;
  storage: Pick<DocumentStorage, 'get'>;
  settings: Pick<Settings, 'packDocumentPages'>;
}

/** A pack of an order as it is now, with the records that it was made from. Throws 404, 409, 422 and 503. */
async function readPack({ orderId, defencePackType, by }: Asked, { db, storage, settings }: Made) {
  const sources = await readSources(db, orderId, by);
  const document = await packDocument(sources, { db, storage });
  const fault = await verifyOrder(db, orderId, sources.lastHash ?? undefined);
  const { packDocumentPages: documentPages } = settings;
  const made = await packPdf({ ...sources, defencePackType, documentPages, fault }, document);
  return { records: sources.records, ...made };
}

/**
 * The newest document of the records that was not withdrawn, as its file is kept. Null: there is none, its file is gone, or it is not the one
 * that was recorded: table and storage can be changed, the history cannot.
 */
async function packDocument(
  { records }: Pick<PackSources, 'records'>,
  { db, storage }: { db: Database; storage: Pick<DocumentStorage, 'get'> },
): Promise<{ contentType: string; bytes: Uint8Array } | null> {
  const newest = standingDocument(records);
  const storageKey = newest && (await findStorageKey(db, newest.documentId));
  const source = storageKey && (await storage.get(storageKey));
  if (!source) return null;
  const bytes = await buffer(source);
  const isRecorded = createHash('sha256').update(bytes).digest('hex') === newest.sha256;
  return isRecorded ? { contentType: newest.contentType, bytes } : null;
}

/** Where a document's bytes lie. */
async function findStorageKey(db: Database, documentId: number): Promise<string | null> {
  const { storageKey } = documents;
  const [found] = await db.select({ storageKey }).from(documents).where(eq(documents.id, documentId));
  return found?.storageKey ?? null;
}
