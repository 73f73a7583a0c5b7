import type { FastifyInstance, FastifyRequest } from 'fastify';
import { insufficientStorage, invalidSignature } from '../http/HttpError.ts';
import { recordReport } from '../mail/recordReport.ts';
import { isSignedBySendgrid, sendgridReports } from './sendgrid.ts';
import { handleSnsMessage, SnsAddresses } from './ses.ts';

/** Body limits: SNS's maximum, and a generous SendGrid batch. */
const snsBytes = 256 * 1024;
const sendgridBytes = 1024 * 1024;

/** Not part of the contract (rule 12.12), because signatures are verified on the raw bytes before parsing. */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  const { settings, database, log } = app.context;
  const { sesTopicArn: topicArn, sendgridKey, snsEndpoint } = settings.webhooks;
  const addresses = new SnsAddresses(topicArn, snsEndpoint);
  const preCheck = (isSet: boolean) => async () => {
    if (!isSet) throw invalidSignature();
    // No report is lost, because providers retry.
    if (!(await app.context.diskSpace.allowsChanges())) throw insufficientStorage();
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/api/webhooks/ses',
      { bodyLimit: snsBytes, onRequest: preCheck(topicArn !== null) },
      async (request) => {
        await handleSnsMessage({ database, log, addresses, topicArn: topicArn! }, bodyOf(request).toString());
        return noted;
      },
    );
    scope.post(
      '/api/webhooks/sendgrid',
      { bodyLimit: sendgridBytes, onRequest: preCheck(sendgridKey !== null) },
      async (request) => {
        const body = bodyOf(request);
        if (!isSignedBySendgrid(sendgridKey!, request.headers, body)) throw invalidSignature();
        // One transaction per report. After a failure SendGrid resends the batch, and known reports are ignored.
        for (const report of sendgridReports(body.toString())) await recordReport(database.db, report);
        return noted;
      },
    );
  });
}

const noted = { status: 1, message: 'Noted', data: null };

/** Fastify runs no parser for a request without a body, so `body` is then missing instead of empty. */
const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
