import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { type DefencePackType, packLimits } from 'shared/rules/defencePacks';
import type { AppContext } from '../context/AppContext.ts';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { HttpError } from '../http/HttpError.ts';
import { serve, type Handler } from '../http/serve.ts';
import type { Member } from '../http/session.ts';
import { appendLedger } from '../ledger/ledger.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { makePdf, PdfFailure, pdfLimits, type PdfLimits } from '../pdf/makePdf.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { packContent } from './packContent.ts';
import { currentDocument, type PackRecords } from './packRecords.ts';
import { disputes, orderReadiness } from './readiness.ts';
import { assertMayHavePack, readSources, type PackToMake } from './readSources.ts';

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
  const sha256 = hash('sha256', bytes);
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
      order_id: orderId,
      defencePackType,
      kind,
      title,
      facts,
      summary,
      timelineTitle,
      timeline,
      folded,
      exhibits,
      pages,
      size: bytes.length,
      foot: { ...foot, page: `Page 1 of ${pages}` },
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
  const document = await packDocument(sources.records, { db, storage });
  const fault = await verifyOrder(db, orderId, sources.lastHash ?? undefined);
  const pack = { ...sources, defencePackType, documentPages: settings.packDocumentPages, fault };
  const made = await packPdf(pack, document, packPdfLimits(settings.packSeconds));
  return { records: sources.records, ...made };
}

interface DocumentFile {
  contentType: string;
  bytes: Uint8Array;
}

/** Null unless the newest document's file has the hash in the ledger, because rows and stored files can be changed. */
async function packDocument(
  records: PackRecords,
  { db, storage }: { db: Database; storage: Pick<DocumentStorage, 'get'> },
): Promise<DocumentFile | null> {
  const newest = currentDocument(records);
  const [stored] = newest ? await db.select().from(documents).where(eq(documents.id, newest.documentId)) : [];
  const source = stored && (await storage.get(stored.storageKey));
  if (!newest || !source) return null;
  const bytes = await buffer(source);
  const isRecorded = hash('sha256', bytes) === newest.sha256;
  return isRecorded ? { contentType: newest.contentType, bytes } : null;
}

/**
 * `ms` limits all tries with the document, and separately all tries without it. `wholeMs` limits both together, with
 * queueing.
 */
export const packPdfLimits = (seconds = 10) => ({ ...pdfLimits, ms: seconds * 1_000, wholeMs: 2 * seconds * 1_000 });

/** The shares of rows to try until the pack is small enough. */
const rowShares = [1, 0.4, 0.1];
const minRowShare = rowShares.at(-1)!;

/** The most pages of the document that a pack includes. */
const maxPages = 5;

/**
 * The same sources give the same bytes. A pack that exceeds the limits is rendered again with fewer rows and pages.
 * Throws 422 if even that fails, and 503 for temporary failures.
 */
export async function packPdf(
  sources: PackToMake,
  file: DocumentFile | null,
  { wholeMs, ...limits } = packPdfLimits(),
) {
  const renderContext = { sources, hasFile: file !== null, signal: AbortSignal.timeout(wholeMs) };
  const drawn = sources.documentPages === 'none' ? null : file;
  const half = { ...limits, ms: limits.ms / 2 };
  return (
    (drawn && (await renderToFit(renderContext, limits, drawn).catch(ifTooMuch))) ??
    (await renderToFit(renderContext, half, null).catch(ifTooMuch)) ??
    (await renderPack(renderContext, half, { rowShare: minRowShare, drawn: null, pages: 0 }).catch(asRefusal))
  );
}

interface RenderContext {
  sources: PackToMake;
  hasFile: boolean;
  signal: AbortSignal;
}

/** Renders as many rows as fit. All tries share the limits. `drawn`: the file whose pages are included. */
async function renderToFit(renderContext: RenderContext, limits: PdfLimits, drawn: DocumentFile | null) {
  const pages = renderContext.sources.documentPages === 'first' ? 1 : maxPages;
  let { ms } = limits;
  for (const rowShare of rowShares.slice(0, -1)) {
    const made = await renderPack(renderContext, { ...limits, ms }, { rowShare, drawn, pages });
    if (made.pages <= packLimits.pages && made.bytes.length <= packLimits.bytes) return made;
    ms -= made.ms;
  }
  return renderPack(renderContext, { ...limits, ms }, { rowShare: minRowShare, drawn, pages: 1 });
}

export type RenderedPack = Awaited<ReturnType<typeof renderPack>>;

async function renderPack(
  { sources, hasFile, signal }: RenderContext,
  limits: PdfLimits,
  { rowShare, drawn, pages: documentPages }: { rowShare: number; drawn: DocumentFile | null; pages: number },
) {
  const content = packContent(sources, { rowShare, hasFile });
  const template = new URL('pack.typ', import.meta.url);
  const document = drawn ? { ...drawn, maxPages: documentPages } : undefined;
  const { bytes, metadata, ms } = await makePdf({ template, data: content, document, limits, signal });
  const { pages, exhibits } = metadata as { pages: number; exhibits: [from: number, to: number][] };
  return {
    ...{ content, bytes, pages, ms },
    exhibits: content.exhibits.map(({ letter, title }, index) => {
      const [from, to] = exhibits[index]!;
      return { letter, title, from, to };
    }),
  };
}

/** Returns null if a smaller PDF may succeed. Throws for all other failures. */
function ifTooMuch(error: unknown): null {
  if (error instanceof PdfFailure && (error.outcome === 'tooMuchWork' || error.outcome === 'ended')) return null;
  return asRefusal(error);
}

const tooLarge =
  'This defence pack is too large to create. Print the order page and send it with the document, and tell your administrator.';

function asRefusal(error: unknown): never {
  if (!(error instanceof PdfFailure) || error.outcome === 'broken') throw error;
  if (error.outcome === 'tooMuchWork') throw new HttpError(422, tooLarge);
  throw new HttpError(503, 'The defence pack could not be created. Try again in 10 seconds.', { retryAfter: 10 });
}
