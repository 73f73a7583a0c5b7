import sendgrid from '@sendgrid/mail';
import type { Settings } from '../../settings/settings.ts';
import { type MailProvider, responseTimeoutSeconds, rejectOnAbort, toMailFailure } from './MailProvider.ts';

/** Adds `client`, which the SDK's types omit. */
interface SendgridService extends Pick<typeof sendgrid, 'setApiKey' | 'setTimeout' | 'send'> {
  client: { setDefaultRequest: (name: 'baseUrl', value: string) => void };
}
const { MailService } = sendgrid as unknown as { MailService: new () => SendgridService };

/** The provider "Sendgrid". SendGrid composes the message, and keeps our Message-ID. */
export function sendgridProvider({ apiKey, endpoint }: NonNullable<Settings['mail']['sendgrid']>): MailProvider {
  const service = new MailService();
  service.setApiKey(apiKey);
  service.setTimeout(responseTimeoutSeconds * 1000);
  if (endpoint) service.client.setDefaultRequest('baseUrl', `${endpoint}/`);

  return {
    repeatable: false,
    async prepare({ mailId, messageId, from, to, replyTo, subject, text, html, attachment }) {
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
          trackingSettings: {
            clickTracking: { enable: false, enableText: false },
            openTracking: { enable: false },
            subscriptionTracking: { enable: false },
          },
          ...(attachment && {
            attachments: [
              {
                content: attachment.content.toString('base64'),
                filename: attachment.filename,
                type: attachment.contentType,
                disposition: 'attachment',
              },
            ],
          }),
        });
        try {
          // The SDK's own timeout only limits inactivity.
          await rejectOnAbort(sending, AbortSignal.timeout(responseTimeoutSeconds * 1000));
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
  const reason = response?.body?.errors?.[0]?.message;
  return toMailFailure({
    name: 'SendGrid',
    status: response && typeof code === 'number' ? code : undefined,
    said: typeof reason === 'string' ? reason : undefined,
    headers: response?.headers,
    cause: error,
  });
}
