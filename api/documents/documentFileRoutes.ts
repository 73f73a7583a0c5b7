import type { FastifyInstance, FastifyRequest } from 'fastify';
import { customerStage } from 'shared/rules/orderStatus';
import { Refusal } from '../http/Refusal.ts';
import { findDocument, findMessageFile, type FoundDocument, type FoundFile } from './documentQueries.ts';
import type { FileGrant } from '../signing/fileGrant.ts';
import { leadToForm } from './deadLink.ts';
import { partsOf } from './fileAddress.ts';
import { linkExpired, mayFetchDocument } from './mayFetchDocument.ts';
import { sendDocument } from './sendDocument.ts';

interface FileRequest {
  Params: { name: string };
  Querystring: { grant?: unknown; inline?: unknown };
}

/**
 * The two addresses of a document (rules 11.8, 11.9): `/uploads/docs/{orderId}_{file1}` on both
 * origins, `/uploads/visaDocs/{file1}` for staff only, who also fetch there what customers sent (rules 9.27). A staff session is worth something on the staff origin alone.
 */
export function documentFileRoutes(app: FastifyInstance, origin: 'staff' | 'public') {
  const { desk } = app;
  const method = ['GET', 'HEAD'];

  app.route<FileRequest>({
    method,
    url: '/uploads/docs/:name',
    ...(origin === 'public' && { errorHandler: leadToForm }),
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
