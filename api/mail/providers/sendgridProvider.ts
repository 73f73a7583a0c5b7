import { buffer } from 'node:stream/consumers';
import sendgrid from '@sendgrid/mail';
import { type MailProvider, answerSeconds, beforeTheCall, inTime } from './MailProvider.ts';
import { mailFailureOf } from './mailFailureOf.ts';

interface SendgridSettings {
  apiKey: string;
  endpoint: string | null;
}

/** The parts of the SDK's class that its types leave out. */
interface SendgridService extends Pick<typeof sendgrid, 'setApiKey' | 'setTimeout' | 'send'> {
  client: { setDefaultRequest: (name: 'baseUrl', value: string) => void };
}
const { MailService } = sendgrid as unknown as { MailService: new () => SendgridService };

/** The SendGrid API: "Sendgrid". It composes the mail itself and keeps our Message-ID. */
export function sendgridProvider({ apiKey, endpoint }: SendgridSettings): MailProvider {
  const service = new MailService();
  service.setApiKey(apiKey);
  service.setTimeout(answerSeconds * 1000);
  if (endpoint) service.client.setDefaultRequest('baseUrl', `${endpoint}/`);

  return {
    repeatable: false,
    paced: true,
    async prepare({ mailId, messageId, from, to, replyTo, subject, text, html, attachment }) {
      const bytes = attachment && (await beforeTheCall(async () => buffer(await attachment.open())));
      return async () => {
        const sending = service.send({
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
          ...(bytes && {
            attachments: [
              {
                content: bytes.toString('base64'),
                filename: attachment.fileName,
                type: attachment.contentType,
                disposition: 'attachment',
              },
            ],
          }),
        });
        try {
          // The SDK's own timeout is one for silence.
          await inTime(sending, AbortSignal.timeout(answerSeconds * 1000));
          return { messageId: null };
        } catch (error) {
          throw failureOf(error);
        }
      };
    },
  };
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
