import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ParsedInput } from 'shared/api/call';
import { type PackExhibit, defencePackCalls } from 'shared/api/defencePackCalls';
import { type DefencePackType, packLimits } from 'shared/rules/defencePacks';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import { ByteAnswer, type Context, type Reply, serve } from '../http/serve.ts';
import { appendLedger } from '../ledger/readLedger.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { PdfFailure, type PdfLimits, makePdfWith, pdfLimits } from '../pdf/makePdf.ts';
import type { Settings } from '../settings/settings.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { type PackContent, packContent } from './packContent.ts';
import { standingDocument } from './packRecords.ts';
import { type PackSources, readSources } from './packSources.ts';
import { disputes, orderReadiness } from './readiness.ts';

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
 * Makes a defence pack and records it in the history with the SHA-256 of its bytes, so that a changed copy can be told.
 * It is recorded once the PDF exists, because no transaction should wait for one.
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

/** So many pages of the document stand in a pack. A longer one is told by its first pages. */
const mostPages = 5;

const template = new URL('pack.typ', import.meta.url);

export interface MadePack {
  content: PackContent;
  bytes: Buffer;
  pages: number;
  exhibits: PackExhibit[];
}

/** What is left of an exhibit's room each time that a pack is too long: almost none ever is. */
const rooms = [1, 0.4, 0.1];

interface GivenFile {
  contentType: string;
  bytes: Uint8Array;
}

/** The limits of a pack: for all tries with the document's pages, and for the whole, waiting included. */
export const packTimes = { ...pdfLimits, wholeMs: 2 * pdfLimits.ms };

/**
 * Makes the PDF of a pack, with the document itself in it: the same bytes from the same sources. Where that takes too much,
 * without the document's pages, and at last with as few rows as there can be: it would take as much when it is tried again.
 * Throws 422 when not even that can be made, and 503 for what may pass.
 */
export async function packPdf(
  sources: PackSources,
  file: GivenFile | null,
  { wholeMs, ...limits } = packTimes,
): Promise<MadePack> {
  const maker = { sources, isFileThere: file !== null, signal: AbortSignal.timeout(wholeMs) };
  if (file && sources.documentPages !== 'none') {
    const made = await fitted(maker, limits, file).catch(ifTooMuch);
    if (made) return made;
  }
  const half = { ...limits, ms: limits.ms / 2 };
  const made = await fitted(maker, half, null).catch(ifTooMuch);
  return made ?? setPack(maker, half, { room: rooms.at(-1)!, drawn: null, pages: 0 }).catch(asRefusal);
}

/** Of one order's pack: what stays the same however it is set. */
interface Maker {
  sources: PackSources;
  isFileThere: boolean;
  signal: AbortSignal;
}

/** With as much in it as there is room for. All tries share the limits. `drawn`: the file whose pages stand in it. */
async function fitted(maker: Maker, limits: PdfLimits, drawn: GivenFile | null): Promise<MadePack> {
  const pages = maker.sources.documentPages === 'first' ? 1 : mostPages;
  let { ms } = limits;
  for (const room of rooms.slice(0, -1)) {
    const made = await setPack(maker, { ...limits, ms }, { room, drawn, pages });
    if (made.pages <= packLimits.pages && made.bytes.length <= packLimits.bytes) return made;
    ms -= made.ms;
  }
  return setPack(maker, { ...limits, ms }, { room: rooms.at(-1)!, drawn, pages: 1 });
}

async function setPack(
  { sources, isFileThere, signal }: Maker,
  limits: PdfLimits,
  { room, drawn, pages: documentPages }: { room: number; drawn: GivenFile | null; pages: number },
): Promise<MadePack & { ms: number }> {
  const content = packContent(sources, { room, isFileThere });
  const document = drawn ? { ...drawn, mostPages: documentPages } : undefined;
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

/** Null for what would fail again in the same way, so that less is tried: it took too much, or ended its process. Else throws. */
function ifTooMuch(error: unknown): null {
  if (error instanceof PdfFailure && (error.outcome === 'tooMuchWork' || error.outcome === 'ended')) return null;
  return asRefusal(error);
}

/** What may pass is told with when to try again, what does not with what to do instead. */
function asRefusal(error: unknown): never {
  if (!(error instanceof PdfFailure) || error.outcome === 'broken') throw error;
  if (error.outcome === 'tooMuchWork') throw new Refusal(422, takesTooMuch);
  throw new Refusal(503, 'The defence pack could not be made now. Try again in 10 seconds.', {
    headers: { 'Retry-After': '10' },
  });
}

const takesTooMuch =
  'This defence pack takes too much work to make. Print the order’s page and send that with the document, and tell whoever runs this desk.';
