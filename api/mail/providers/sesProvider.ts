import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { composeMail } from '../composeMail.ts';
import { mailFailureOf } from './mailFailureOf.ts';
import type { MailProvider } from './MailProvider.ts';

interface SesSettings {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  endpoint: string | null;
}

/** Amazon SES v2: "AWS". It takes the mail whole, and puts its own Message-ID in place of ours. */
export function sesProvider({ region, endpoint, ...credentials }: SesSettings): MailProvider {
  const client = new SESv2Client({
    region,
    credentials,
    ...(endpoint && { endpoint }),
    // Its own retries would repeat calls whose answer was lost, and so send a mail twice.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });

  return {
    repeatable: false,
    async send(mail) {
      const command = new SendEmailCommand({
        FromEmailAddress: mail.from,
        Destination: { ToAddresses: [mail.to] },
        Content: { Raw: { Data: await composeMail(mail) } },
        EmailTags: [{ Name: 'mail', Value: String(mail.mailId) }],
      });
      try {
        const { MessageId } = await client.send(command);
        return { messageId: MessageId ?? null };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function failureOf(error: unknown) {
  const answered = error instanceof SESv2ServiceException;
  return mailFailureOf({
    name: 'Amazon SES',
    status: answered ? error.$metadata.httpStatusCode : undefined,
    said: answered ? error.message : undefined,
    cause: error,
  });
}
