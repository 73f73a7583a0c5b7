import { randomUUID } from 'node:crypto';
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { answerSeconds, connectSeconds } from './callTimes.ts';
import { composeMail } from './composeMail.ts';
import { base64Pieces, withPieces } from './base64Pieces.ts';
import { beforeTheCall } from './beforeTheCall.ts';
import { mailFailureOf } from './mailFailureOf.ts';
import type { MailProvider } from './MailProvider.ts';

interface SesSettings {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  endpoint: string | null;
  /** By which SES knows what to report; null: by its identity alone. */
  configurationSet: string | null;
}

/** Amazon SES v2: "AWS". It takes the mail whole, and puts its own Message-ID in place of ours. */
export function sesProvider({ region, endpoint, configurationSet, ...credentials }: SesSettings): MailProvider {
  const client = new SESv2Client({
    region,
    credentials,
    ...(endpoint && { endpoint }),
    // Its own retries would repeat calls whose answer was lost, and so send a mail twice.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: connectSeconds * 1000,
      requestTimeout: answerSeconds * 1000,
      throwOnRequestTimeout: true,
    },
  });

  return {
    repeatable: false,
    paced: true,
    async prepare(mail) {
      const pieces = await beforeTheCall(async () => base64Pieces(await composeMail(mail)));
      const mark = Buffer.from(randomUUID());
      const command = new SendEmailCommand({
        FromEmailAddress: mail.from,
        Destination: { ToAddresses: [mail.to] },
        Content: { Raw: { Data: mark } },
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
        EmailTags: [{ Name: 'mail', Value: String(mail.mailId) }],
      });
      // The SDK would make five copies of a document on its way into the request; it signs and sends this one as it is.
      command.middlewareStack.add(
        (next) => (about) => {
          const request = about.request as { body: Uint8Array };
          request.body = withPieces(new TextDecoder().decode(request.body), mark.toString('base64'), pieces);
          return next(about);
        },
        { name: 'mailAsItIs', step: 'serialize', priority: 'low' },
      );
      return async () => {
        try {
          const { MessageId } = await client.send(command);
          return { messageId: MessageId ?? null };
        } catch (error) {
          throw failureOf(error);
        }
      };
    },
  };
}

/** What SES says "slower" with; some of them are a 400. */
const tooMany = /^(TooManyRequests|LimitExceeded|Throttl|RequestThrottled|RequestLimitExceeded|SlowDown)/;

function failureOf(error: unknown) {
  const answered = error instanceof SESv2ServiceException;
  return mailFailureOf({
    name: 'Amazon SES',
    status: answered ? error.$metadata.httpStatusCode : undefined,
    said: answered ? error.message : undefined,
    tooMany: answered && tooMany.test(error.name),
    headers: answered ? error.$response?.headers : undefined,
    cause: error,
  });
}
