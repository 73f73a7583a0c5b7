import { buffer } from 'node:stream/consumers';
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { composeMail } from './composeMail.ts';
import { mailFailureOf } from './mailFailureOf.ts';
import { answerSeconds, beforeTheCall, connectSeconds, type MailProvider } from './MailProvider.ts';

interface SesSettings {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  endpoint: string | null;
  /** The set of events that SES reports, or null to report none. */
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
      const raw = await beforeTheCall(async () => buffer(await composeMail(mail)));
      return async () => {
        try {
          const { MessageId } = await client.send(
            new SendEmailCommand({
              FromEmailAddress: mail.from,
              Destination: { ToAddresses: [mail.to] },
              Content: { Raw: { Data: raw } },
              ...(configurationSet && { ConfigurationSetName: configurationSet }),
              EmailTags: [{ Name: 'mail', Value: String(mail.mailId) }],
            }),
          );
          return { messageId: MessageId ?? null };
        } catch (error) {
          throw failureOf(error);
        }
      };
    },
  };
}

/** Throttling errors of SES, some of which are a 400. */
const tooMany = /^(TooManyRequests|LimitExceeded|Throttl|RequestThrottled|RequestLimitExceeded|SlowDown)/;

/** The SDK's own connection timeout has no code and shares its name with other timeouts, so only its message tells. */
const connectionTimeout = /did not establish a connection/;

function failureOf(error: unknown) {
  const answered = error instanceof SESv2ServiceException;
  return mailFailureOf({
    name: 'Amazon SES',
    status: answered ? error.$metadata.httpStatusCode : undefined,
    said: answered ? error.message : undefined,
    tooMany: answered && tooMany.test(error.name),
    headers: answered ? error.$response?.headers : undefined,
    unconnected: connectionTimeout.test((error as Error).message),
    cause: error,
  });
}
