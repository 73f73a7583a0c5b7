import { randomUUID } from 'node:crypto';
import sendgrid from '@sendgrid/mail';
import { answerSeconds } from './callTimes.ts';
import { base64Pieces, withPieces } from './base64Pieces.ts';
import { beforeTheCall } from './beforeTheCall.ts';
import { mailFailureOf } from './mailFailureOf.ts';
import type { MailProvider } from './MailProvider.ts';

interface SendgridSettings {
  apiKey: string;
  endpoint: string | null;
}

/** What is used of the SDK's class, which its own types leave out. */
interface SendgridService extends Pick<typeof sendgrid, 'setApiKey' | 'send'> {
  client: SendgridClient;
}
interface SendgridClient {
  setDefaultRequest: (name: 'baseUrl', value: string) => void;
  /** What it asks of axios. */
  createRequest: (request: { body?: unknown }) => object;
}
const { MailService } = sendgrid as unknown as { MailService: new () => SendgridService };

/** The SendGrid API: "Sendgrid". It composes the mail itself and keeps our Message-ID. */
export function sendgridProvider({ apiKey, endpoint }: SendgridSettings): MailProvider {
  const service = new MailService();
  service.setApiKey(apiKey);
  if (endpoint) service.client.setDefaultRequest('baseUrl', `${endpoint}/`);

  return {
    repeatable: false,
    paced: true,
    async prepare({ mailId, messageId, from, to, replyTo, subject, text, html, attachment }) {
      const pieces = attachment && (await beforeTheCall(async () => base64Pieces(await attachment.open())));
      const mark = randomUUID();
      return async () => {
        try {
          await sending(service, mark, pieces).send({
            from,
            to,
            replyTo,
            subject,
            text,
            html,
            headers: { 'Message-ID': messageId },
            customArgs: { mail: String(mailId) },
            // Links go where they say, and nobody is watched reading.
            trackingSettings: {
              clickTracking: { enable: false, enableText: false },
              openTracking: { enable: false },
              subscriptionTracking: { enable: false },
            },
            ...(attachment && {
              attachments: [
                {
                  content: mark,
                  filename: attachment.fileName,
                  type: attachment.contentType,
                  disposition: 'attachment',
                },
              ],
            }),
          });
          return { messageId: null };
        } catch (error) {
          throw failureOf(error);
        }
      };
    },
  };
}

/**
 * The service for one mail. Its client would clone a mail with its document again and again; what it sends here is made in
 * one piece, with the document in the place of `mark`, and bounded as a whole: its own time-out is one for silence.
 */
function sending(service: SendgridService, mark: string, pieces: Buffer[] | null): SendgridService {
  const { client } = service;
  const createRequest: SendgridClient['createRequest'] = ({ body, ...request }) => {
    const json = JSON.stringify(body);
    const data = pieces ? withPieces(json, mark, pieces) : Buffer.from(json);
    return { ...client.createRequest(request), data, signal: AbortSignal.timeout(answerSeconds * 1000) };
  };
  return Object.assign(Object.create(service) as SendgridService, {
    client: Object.assign(Object.create(client) as SendgridClient, { createRequest }),
  });
}

interface Answered {
  code?: unknown;
  response?: { headers?: Record<string, unknown>; body?: { errors?: { message?: unknown }[] } };
}

function failureOf(error: unknown) {
  const { code, response } = error as Answered;
  const said = response?.body?.errors?.[0]?.message;
  return mailFailureOf({
    name: 'SendGrid',
    status: response && typeof code === 'number' ? code : undefined,
    said: typeof said === 'string' ? said : undefined,
    headers: response?.headers,
    cause: error,
  });
}
