import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type PackExhibit, defencePackCalls } from 'shared/api/defencePackCalls';
import { type DefencePackType, packLimits } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { AppContext } from '../context/AppContext.ts';
import { HttpError } from '../http/HttpError.ts';
import { FileResponse, serve, type Handler } from '../http/serve.ts';
import { appendLedger } from '../ledger/readLedger.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { PdfFailure, type PdfLimits, makePdfWith, pdfLimits } from '../pdf/makePdf.ts';
import type { Settings } from '../settings/settings.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { type PackContent, packContent } from './packContent.ts';
import { currentDocument } from './packRecords.ts';
import type { PackSources } from './packSources.ts';
import { readSources } from './readSources.ts';
import { disputes, orderReadiness } from './readiness.ts';

export function packRoutes(app: FastifyInstance) {
  serve(app, defencePackCalls.packPdf, (input, context) => makePack(input, context, app.context));
  serve(app, defencePackCalls.packLetter, (input, context) => packLetter(input, context, app.context));
  serve(app, defencePackCalls.packReadiness, orderReadiness);
  serve(app, defencePackCalls.transactionDetails, enterTransactionDetails);
  serve(app, defencePackCalls.disputes, disputes);
}

/** Recorded after the PDF is made, because no transaction should wait for that. */
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

/** Renders the PDF only to number its pages. */
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

/** Null unless the file is the recorded one: rows and storage can be changed, the ledger cannot. */
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

/** Pages of the document in a pack. The rest is omitted. */
const maxPages = 5;

const template = new URL('pack.typ', import.meta.url);

export interface RenderedPack {
  content: PackContent;
  bytes: Buffer;
  pages: number;
  exhibits: PackExhibit[];
}

const rooms = [1, 0.4, 0.1];

interface DocumentFile {
  contentType: string;
  bytes: Uint8Array;
}

/** Limits for all tries with the document's pages, and for the whole with waiting. */
export const packPdfLimits = (seconds = 10) => ({ ...pdfLimits, ms: seconds * 1_000, wholeMs: 2 * seconds * 1_000 });

/**
 * The same sources give the same bytes. If that takes too much, tries with less. Throws 422 if even that fails, and 503
 * for temporary failures.
 */
export async function packPdf(
  sources: PackSources,
  file: DocumentFile | null,
  { wholeMs, ...limits } = packPdfLimits(),
) {
  const maker = { sources, hasFile: file !== null, signal: AbortSignal.timeout(wholeMs) };
  if (file && sources.documentPages !== 'none') {
    const made = await fitted(maker, limits, file).catch(ifTooMuch);
    if (made) return made;
  }
  const half = { ...limits, ms: limits.ms / 2 };
  const made = await fitted(maker, half, null).catch(ifTooMuch);
  return made ?? setPack(maker, half, { room: rooms.at(-1)!, drawn: null, pages: 0 }).catch(asRefusal);
}

interface Maker {
  sources: PackSources;
  hasFile: boolean;
  signal: AbortSignal;
}

/** Renders as many rows as fit. All tries share the limits. `drawn`: the file whose pages are in it. */
async function fitted(maker: Maker, limits: PdfLimits, drawn: DocumentFile | null): Promise<RenderedPack> {
  const pages = maker.sources.documentPages === 'first' ? 1 : maxPages;
  let { ms } = limits;
  for (const room of rooms.slice(0, -1)) {
    const made = await setPack(maker, { ...limits, ms }, { room, drawn, pages });
    if (made.pages <= packLimits.pages && made.bytes.length <= packLimits.bytes) return made;
    ms -= made.ms;
  }
  return setPack(maker, { ...limits, ms }, { room: rooms.at(-1)!, drawn, pages: 1 });
}

async function setPack(
  { sources, hasFile, signal }: Maker,
  limits: PdfLimits,
  { room, drawn, pages: documentPages }: { room: number; drawn: DocumentFile | null; pages: number },
): Promise<RenderedPack & { ms: number }> {
  const content = packContent(sources, { room, hasFile });
  const document = drawn ? { ...drawn, maxPages: documentPages } : undefined;
  const { bytes, told, ms } = await makePdfWith({ template, data: content, document, limits, signal });
  const { pages, exhibits } = told as { pages: number; exhibits: [from: number, to: number][] };
  return {
    ...{ content, bytes, pages, ms },
    exhibits: content.exhibits.map(({ letter, title }, index) => {
      const [from, to] = exhibits[index]!;
      return { letter, title, from, to };
    }),
  };
}

/** Null for failures that would repeat, so that a smaller try follows. */
function ifTooMuch(error: unknown): null {
  if (error instanceof PdfFailure && (error.outcome === 'tooMuchWork' || error.outcome === 'ended')) return null;
  return asRefusal(error);
}

function asRefusal(error: unknown): never {
  if (!(error instanceof PdfFailure) || error.outcome === 'broken') throw error;
  if (error.outcome === 'tooMuchWork') throw new HttpError(422, takesTooMuch);
  throw new HttpError(503, 'The defence pack could not be created. Try again in 10 seconds.', { retryAfter: 10 });
}

const takesTooMuch =
  'This defence pack is too large to create. Print the order page and send it with the document, and tell your administrator.';
