import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noRoom } from '../http/Refusal.ts';
import { signatureWrong } from './reports.ts';
import { hearSendgrid, isSignedBySendgrid } from './sendgrid.ts';
import { hearSes } from './ses.ts';
import { SnsAddresses } from './sns.ts';

/** The most that SNS sends in one message, and a generous batch of SendGrid's: bytes. */
const snsBytes = 256 * 1024;
const sendgridBytes = 1024 * 1024;

/**
 * Where the mail providers report (rules 12.12). No calls of the contract: what a signature is of are the bytes as they
 * came, so these are not parsed before it was checked, and what they hold is the providers' to say.
 */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  const { settings, database, log } = app.desk;
  const { sesTopicArn: topicArn, sendgridKey, snsEndpoint } = settings.webhooks;
  const addresses = new SnsAddresses(topicArn, snsEndpoint);
  const knock = (isSet: boolean) => async () => {
    if (!isSet) throw signatureWrong();
    // They report again later.
    if (!(await app.desk.room.forChanges())) throw noRoom();
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/api/webhooks/ses', { bodyLimit: snsBytes, onRequest: knock(topicArn !== null) }, async (request) => {
      await hearSes({ database, log, addresses, topicArn: topicArn! }, bodyOf(request).toString());
      return noted;
    });
    scope.post(
      '/api/webhooks/sendgrid',
      { bodyLimit: sendgridBytes, onRequest: knock(sendgridKey !== null) },
      async (request) => {
        const body = bodyOf(request);
        if (!isSignedBySendgrid(sendgridKey!, request.headers, body)) throw signatureWrong();
        await hearSendgrid(database.db, body.toString());
        return noted;
      },
    );
  });
}

const noted = { status: 1, message: 'Noted', data: null };

/** A request without a body was not parsed at all. */
const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
