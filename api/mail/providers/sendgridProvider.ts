import sendgrid from '@sendgrid/mail';
import { mailFailureOf } from './mailFailureOf.ts';
import type { MailProvider } from './MailProvider.ts';

interface SendgridSettings {
  apiKey: string;
  endpoint: string | null;
}

/** What is used of the SDK's class, which its own types leave out. */
interface SendgridService extends Pick<typeof sendgrid, 'setApiKey' | 'setTimeout' | 'send'> {
  client: { setDefaultRequest: (name: 'baseUrl', value: string) => void };
}
const { MailService } = sendgrid as unknown as { MailService: new () => SendgridService };

/** The SendGrid API: "Sendgrid". It composes the mail itself and keeps our Message-ID. */
export function sendgridProvider({ apiKey, endpoint }: SendgridSettings): MailProvider {
  const service = new MailService();
  service.setApiKey(apiKey);
  service.setTimeout(30_000);
  if (endpoint) service.client.setDefaultRequest('baseUrl', `${endpoint}/`);

  return {
    repeatable: false,
    async send({ mailId, messageId, from, to, replyTo, subject, text, html, attachment }) {
      try {
        await service.send({
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
                content: attachment.content.toString('base64'),
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
    },
  };
}

interface Answered {
  code?: unknown;
  response?: { body?: { errors?: { message?: unknown }[] } };
}

function failureOf(error: unknown) {
  const { code, response } = error as Answered;
  const said = response?.body?.errors?.[0]?.message;
  return mailFailureOf({
    name: 'SendGrid',
    status: response && typeof code === 'number' ? code : undefined,
    said: typeof said === 'string' ? said : undefined,
    cause: error,
  });
}
