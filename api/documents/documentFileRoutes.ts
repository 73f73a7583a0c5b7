import type { IncomingHttpHeaders } from 'node:http';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { orderId } from 'shared/api/fields/fields';
import { isStorable } from 'shared/api/fields/fields';
import { customerStage } from 'shared/rules/orderStatus';
import { expiredLinkQuery, trackingUrl } from 'shared/rules/trackingUrl';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { errorHandler } from '../http/errorHandler.ts';
import { isNavigation } from '../http/pages.ts';
import { HttpError } from '../http/HttpError.ts';
import { readSession } from '../http/session.ts';
import { type FileGrant, readFileGrant, readGrantToResume } from '../signing/tokens.ts';
import { byteRange, serveDocument } from './serveDocument.ts';
import { findDocument, type FoundDocument, type FoundFile } from './documentQueries.ts';

interface FileRequest {
  Params: { name: string };
  Querystring: { grant?: unknown; inline?: unknown };
}

/** `/uploads/docs/{orderId}_{file1}` on both origins; `/uploads/visaDocs/{file1}` only for staff (rules 9.27, 11.8). */
export function documentFileRoutes(app: FastifyInstance, origin: 'staff' | 'public') {
  const method = ['GET', 'HEAD'];

  app.route<FileRequest>({
    method,
    url: '/uploads/docs/:name',
    errorHandler: origin === 'public' ? redirectToForm : renderErrorPage,
    handler: async (request, reply) => {
      const [orderId, file1] = partsOf(request.params.name);
      const grant = await mayFetchDocument(request, origin, { orderId, file1 });
      return serveDocument(request, reply, { grant, document: await find(file1, grant, orderId) });
    },
  });

  if (origin === 'staff') {
    app.route<FileRequest>({
      method,
      url: '/uploads/visaDocs/:name',
      errorHandler: renderErrorPage,
      handler: async (request, reply) => {
        const file1 = request.params.name;
        const grant = await mayFetchDocument(request, origin, { file1 });
        const { db } = app.context.database;
        const sent = grant?.downloadId === undefined ? await findMessageFile(db, file1) : null;
        return serveDocument(request, reply, { grant, document: sent ?? (await find(file1, grant)) });
      },
    });
  }

  /** A customer's grant is refused if the document was replaced or withdrawn, or if the order is not ready. */
  async function find(file1: string, grant: FileGrant | null, orderId?: string): Promise<FoundDocument> {
    const document = await findDocument(app.context.database.db, file1);
    const ofOtherOrder = orderId !== undefined && document?.orderId !== orderId;
    const forCustomer = grant?.downloadId !== undefined;
    if (!document || ofOtherOrder || (forCustomer && document.orderStatus === 'Deleted')) {
      throw new HttpError(404, 'Document not found.');
    }
    if (forCustomer && !isOffered(document)) throw linkExpired();
    return document;
  }
}

const isOffered = ({ isReleased, orderStatus: status }: FoundDocument) =>
  isReleased && customerStage({ status, assigned: false, hasDocument: true }) === 'ready';

/** In a browser tab that opens a document, shows errors as a sentence instead of JSON. */
function renderErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof HttpError) || !isNavigation(request)) return errorHandler(error, request, reply);
  return reply.status(error.httpStatus).type('text/plain; charset=utf-8').send(error.message);
}

/** Redirects an expired link to the tracking form, without revealing whether the order exists (rule 16.47). */
function redirectToForm(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isDead = error instanceof HttpError && error.httpStatus === 401;
  if (!isDead || !isNavigation(request)) return renderErrorPage(error, request, reply);
  const [named] = partsOf((request.params as FileRequest['Params']).name);
  const { success, output } = v.safeParse(orderId, named);
  const form = (success ? trackingUrl('', output) : '/track-order') + expiredLinkQuery;
  return reply.header('Cache-Control', 'no-store').redirect(form, 303);
}

function partsOf(name: string): [orderId: string, file1: string] {
  const parted = name.indexOf('_');
  return parted < 0 ? ['', ''] : [name.slice(0, parted), name.slice(parted + 1)];
}

/** The URL `/uploads/visaDocs/{file1}` has no `orderId`. */
interface AskedFile {
  orderId?: string;
  file1: string;
}

/** Returns the grant, or null for a session. An expired grant can still resume its download (rule 11.20). */
async function mayFetchDocument(
  { query: { grant }, headers, server }: FastifyRequest<FileRequest>,
  origin: 'staff' | 'public',
  askedFile: AskedFile,
): Promise<FileGrant | null> {
  const { secret, database } = server.context;
  if (typeof grant === 'string') {
    const read = await readFileGrant(secret, grant);
    if (read?.file1 === askedFile.file1) return read;
    const ended = await readGrantToResume(secret, grant);
    const resumed = { ...askedFile, headers };
    if (ended?.file1 === askedFile.file1 && (await isResumedDownload(database.db, ended, resumed))) return ended;
    throw linkExpired();
  }
  if (origin === 'public') throw new HttpError(401, 'This link is incomplete. Open the page again for a new one.');
  await readSession(server.context, headers.authorization);
  return null;
}

const linkExpired = () => new HttpError(401, 'This link has expired. Open the page again for a new one.');

/** Whether the request resumes the grant's download, and has the ETag of an earlier response (rule 11.20). */
async function isResumedDownload(
  db: Database,
  { downloadId }: FileGrant,
  { orderId, file1, headers }: AskedFile & { headers: IncomingHttpHeaders },
) {
  if (downloadId === undefined || orderId === undefined || headers.range === undefined) return false;
  const isUnfinished = and(eq(downloads.id, downloadId), isNull(downloads.completedAt));
  const [file] = await db
    .select({ size: documents.size, sha256: documents.sha256 })
    .from(downloads)
    .innerJoin(documents, eq(documents.id, downloads.documentId))
    .where(and(isUnfinished, eq(documents.orderId, orderId), eq(documents.file1, file1)));
  if (!file) return false;
  const part = byteRange(headers.range, file.size);
  return part !== null && part !== 'unsatisfiable' && part.first > 0 && names(headers, `"${file.sha256}"`);
}

/** Chromium and Safari resume with If-Range, Firefox and Android's download manager with If-Match. */
function names(headers: IncomingHttpHeaders, etag: string): boolean {
  const named = [headers['if-range'], headers['if-match']].filter((tag) => tag !== undefined);
  return named.length > 0 && named.every((tag) => tag === etag);
}

async function findMessageFile(db: Database, file1: string): Promise<FoundFile | null> {
  if (!isStorable(file1)) return null;
  const { orderId, contentType, size, sha256, storageKey } = customerMessages;
  const [found] = await db
    .select({ orderId, file1: customerMessages.file1, contentType, size, sha256, storageKey })
    .from(customerMessages)
    .where(eq(customerMessages.file1, file1));
  // If a message has a file name, its other file columns are set too.
  return (found as FoundFile | undefined) ?? null;
}
