import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { insufficientStorage, invalidSignature } from '../http/HttpError.ts';
import { mailIdOf, type MailReport, reasonText, recordReport } from '../mail/recordReport.ts';
import { handleSnsMessage, SnsTopic } from './ses.ts';

/** Body limits: SNS's maximum, and a generous SendGrid batch. */
const snsBytes = 256 * 1024;
const sendgridBytes = 1024 * 1024;

/** Not part of the contract (rule 12.12), because signatures are verified on the raw bytes before parsing. */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  const { sesTopicArn, sendgridKey, snsEndpoint } = app.context.settings.webhooks;
  const topic = new SnsTopic(sesTopicArn, snsEndpoint);
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
      { bodyLimit: snsBytes, onRequest: preCheck(sesTopicArn !== null) },
      async (request) => {
        await handleSnsMessage(topic, bodyOf(request).toString(), app.context);
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
        for (const report of sendgridReports(body.toString())) await recordReport(app.context.database.db, report);
        return noted;
      },
    );
  });
}

const noted = { status: 1, message: 'Noted', data: null };

/** Fastify runs no parser for a request without a body, so `body` is then missing instead of empty. */
const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

/** Maximum age of a signature in seconds, to refuse replays. */
const oldest = 600;

/** SendGrid signs timestamp and body with ECDSA. `key` is base64 DER. */
function isSignedBySendgrid(key: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { [signatureHeader]: signature, [timestampHeader]: timestamp } = headers;
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  // Negated, so that a timestamp that is not a number is refused too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= oldest)) return false;
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
}

const sendgridEvent = v.object({
  event: v.string(),
  email: v.string(),
  /** Seconds. */
  timestamp: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000_000)),
  sg_event_id: v.string(),
  /** Our Message-ID. */
  'smtp-id': v.optional(v.string()),
  /** The mail id that `sendgridProvider` passed. */
  mail: v.optional(v.string()),
  type: v.optional(v.string()),
  reason: v.optional(v.string()),
  response: v.optional(v.string()),
});
type SendgridEvent = v.InferOutput<typeof sendgridEvent>;

/** Other kinds, such as clicks, are ignored. */
const types: Readonly<Record<string, (event: SendgridEvent) => MailReport['type']>> = {
  delivered: () => 'delivered',
  open: () => 'opened',
  // A blocked mail says nothing about whether the address works.
  bounce: ({ type }) => (type === 'blocked' ? 'delayed' : 'bounced'),
  // SendGrid did not send the mail, usually because the address bounced or complained before.
  dropped: () => 'bounced',
  deferred: () => 'delayed',
  spamreport: () => 'complained',
};

function sendgridReports(body: string): MailReport[] {
  const { success: isList, output: events } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.array(v.unknown())),
    body,
  );
  if (!isList) return [];
  return events.flatMap((one) => {
    const { success, output } = v.safeParse(sendgridEvent, one);
    return success && Object.hasOwn(types, output.event) ? [reportOf(output)] : [];
  });
}

const reportOf = (event: SendgridEvent): MailReport => ({
  provider: 'Sendgrid',
  eventId: `sendgrid:${event.sg_event_id}`,
  type: types[event.event]!(event),
  at: new Date(event.timestamp * 1000),
  reason: reasonText('SendGrid', event.reason ?? (event.event === 'deferred' ? event.response : undefined)),
  mailId: mailIdOf(event.mail),
  messageId: event['smtp-id'] ?? null,
  recipients: [event.email],
});
