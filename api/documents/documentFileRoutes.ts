import type { IncomingHttpHeaders } from 'node:http';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { orderId } from 'shared/api/fields';
import { isStorable } from 'shared/api/storable';
import { deadLinkQuery } from 'shared/rules/deadLink';
import { customerStage } from 'shared/rules/orderStatus';
import { trackingAddress } from 'shared/rules/trackingAddress';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { Desk } from '../desk/desk.ts';
import { errorHandler } from '../http/errorHandler.ts';
import { opensPage } from '../http/pages.ts';
import { Refusal } from '../http/Refusal.ts';
import { readSession } from '../http/authorise.ts';
import { type FileGrant, readFileGrant, readGrantToGoOn } from '../signing/tokens.ts';
import { byteRange, sendDocument } from './sendDocument.ts';
import { findDocument, type FoundDocument, type FoundFile } from './documentQueries.ts';

interface FileRequest {
  Params: { name: string };
  Querystring: { grant?: unknown; inline?: unknown };
}

/**
 * The two addresses of a document (rules 11.8, 11.9): `/uploads/docs/{orderId}_{file1}` on both origins,
 * `/uploads/visaDocs/{file1}` for staff only, who also fetch there what customers sent (rules 9.27). A staff session counts
 * on the staff origin alone.
 */
export function documentFileRoutes(app: FastifyInstance, origin: 'staff' | 'public') {
  const { desk } = app;
  const method = ['GET', 'HEAD'];

  app.route<FileRequest>({
    method,
    url: '/uploads/docs/:name',
    errorHandler: origin === 'public' ? leadToForm : answerInWords,
    handler: async (request, reply) => {
      const [orderId, file1] = partsOf(request.params.name);
      const grant = await mayFetchDocument(desk, origin, { orderId, file1, ...granted(request) });
      return sendDocument(request, reply, { desk, grant, document: await find(file1, grant, orderId) });
    },
  });

  if (origin === 'staff') {
    app.route<FileRequest>({
      method,
      url: '/uploads/visaDocs/:name',
      errorHandler: answerInWords,
      handler: async (request, reply) => {
        const file1 = request.params.name;
        const grant = await mayFetchDocument(desk, origin, { file1, ...granted(request) });
        return sendDocument(request, reply, { desk, grant, document: await findForStaff(file1, grant) });
      },
    });
  }

  /** A document, or what a customer sent us, which staff alone may look at. */
  async function findForStaff(file1: string, grant: FileGrant | null): Promise<FoundFile> {
    const sent = grant?.downloadId === undefined ? await findMessageFile(desk.database.db, file1) : null;
    return sent ?? find(file1, grant);
  }

  /**
   * A customer's grant ends once the document is replaced or withdrawn, or the order is no longer ready: only the page
   * says which document is theirs now. A deleted order's document is gone for them.
   */
  async function find(file1: string, grant: FileGrant | null, orderId?: string): Promise<FoundDocument> {
    const document = await findDocument(desk.database.db, file1);
    const ofOtherOrder = orderId !== undefined && document?.orderId !== orderId;
    const forCustomer = grant?.downloadId !== undefined;
    if (!document || ofOtherOrder || (forCustomer && document.orderStatus === 'Deleted')) {
      throw new Refusal(404, 'There is no such document');
    }
    if (forCustomer && !isOffered(document)) throw linkExpired();
    return document;
  }
}

const isOffered = ({ isReleased, orderStatus: status }: FoundDocument) =>
  isReleased && customerStage({ status, assigned: false, hasDocument: true }) === 'ready';

/** By what a request asks for a file: the grant in its address, and in its headers a session or the part that is missing. */
const granted = ({ query, headers }: Pick<FastifyRequest<FileRequest>, 'query' | 'headers'>) => ({
  grant: query.grant,
  headers,
});

/** Refuses in one sentence a browser that opens a document in a tab, instead of showing JSON there. */
function answerInWords(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof Refusal) || !opensPage(request)) return errorHandler(error, request, reply);
  return reply.status(error.httpStatus).type('text/plain; charset=utf-8').send(error.message);
}

/**
 * Redirects a browser that opens an expired document link to the tracking form on this origin, with the order that the link
 * names (rules 16.47). Nothing is looked up, so it tells nobody which orders there are.
 */
function leadToForm(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isDead = error instanceof Refusal && error.httpStatus === 401;
  if (!isDead || !opensPage(request)) return answerInWords(error, request, reply);
  const [named] = partsOf((request.params as FileRequest['Params']).name);
  const { success, output } = v.safeParse(orderId, named);
  const form = (success ? trackingAddress('', output) : '/track-order') + deadLinkQuery;
  return reply.header('Cache-Control', 'no-store').redirect(form, 303);
}

/** `{orderId}_{file1}`, as the address of a customer's document names it; what has no such form names no file. */
function partsOf(name: string): [orderId: string, file1: string] {
  const parted = name.indexOf('_');
  return parted < 0 ? ['', ''] : [name.slice(0, parted), name.slice(parted + 1)];
}

/**
 * Lets a document be fetched (rules 11.8, 11.9) with a grant for this very file, and on the staff origin with a
 * session. An expired grant still covers the download that it began (rules 11.20). Returns the grant, null for a
 * session; throws a 401.
 */
async function mayFetchDocument(
  desk: Desk,
  origin: 'staff' | 'public',
  { grant, ...asked }: AskedPart & { grant: unknown },
): Promise<FileGrant | null> {
  if (typeof grant === 'string') {
    const read = await readFileGrant(desk.secret, grant);
    if (read?.file1 === asked.file1) return read;
    const ended = await readGrantToGoOn(desk.secret, grant);
    if (ended?.file1 === asked.file1 && (await goesOnWithDownload(desk.database.db, ended, asked))) return ended;
    throw linkExpired();
  }
  if (origin === 'public') throw new Refusal(401, 'This link is not complete. Open the page again for a new one.');
  await readSession(desk, asked.headers.authorization);
  return null;
}

const linkExpired = () => new Refusal(401, 'This link has expired. Open the page again for a new one.');

/** A request for a file; what staff alone ask names no order. */
interface AskedPart {
  orderId?: string;
  file1: string;
  headers: IncomingHttpHeaders;
}

/**
 * Whether a request continues the download that its grant began (rules 11.20): it asks for bytes after the first, of
 * the same file and order, by an ETag that only an earlier answer told, and not all bytes were sent.
 */
async function goesOnWithDownload(
  db: Database,
  { downloadId }: FileGrant,
  { orderId, file1, headers }: AskedPart,
): Promise<boolean> {
  if (downloadId === undefined || orderId === undefined || headers.range === undefined) return false;
  const file = await findUnfinishedFile(db, { downloadId, orderId, file1 });
  if (!file) return false;
  const part = byteRange(headers.range, file.size);
  return part !== null && part !== 'unsatisfiable' && part.first > 0 && names(headers, `"${file.sha256}"`);
}

/** Chromium and Safari name the bytes that they have a part of by If-Range, Firefox and Android's downloads by If-Match. */
function names(headers: IncomingHttpHeaders, etag: string): boolean {
  const named = [headers['if-range'], headers['if-match']].filter((tag) => tag !== undefined);
  return named.length > 0 && named.every((tag) => tag === etag);
}

/** The file of a customer's message by its name, for staff. */
async function findMessageFile(db: Database, file1: string): Promise<FoundFile | null> {
  if (!isStorable(file1)) return null;
  const { orderId, contentType, size, sha256, storageKey } = customerMessages;
  const [found] = await db
    .select({
      orderId,
      file1: sql<string>`${customerMessages.file1}`,
      contentType: sql<string>`${contentType}`,
      size: sql<string>`${size}`.mapWith(Number),
      sha256: sql<string>`${sha256}`,
      storageKey: sql<string>`${storageKey}`,
    })
    .from(customerMessages)
    .where(eq(customerMessages.file1, file1));
  return found ?? null;
}

/** The bytes of a download that has not got all of them, if they are of this file of this order. */
async function findUnfinishedFile(
  db: Database,
  { downloadId, orderId, file1 }: { downloadId: number; orderId: string; file1: string },
) {
  const [found] = await db
    .select({ size: documents.size, sha256: documents.sha256 })
    .from(downloads)
    .innerJoin(documents, eq(documents.id, downloads.documentId))
    .where(
      and(
        eq(downloads.id, downloadId),
        isNull(downloads.completedAt),
        eq(documents.orderId, orderId),
        eq(documents.file1, file1),
      ),
    );
  return found ?? null;
}
