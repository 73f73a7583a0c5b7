import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import type { Settings } from '../../settings/settings.ts';
import {
  responseTimeoutSeconds,
  connectTimeoutSeconds,
  type MailProvider,
  composeMail,
  toMailFailure,
} from './MailProvider.ts';

/** The provider "AWS". SES expects a MIME message, and replaces our Message-ID. */
export function sesProvider({
  region,
  endpoint,
  configurationSet,
  ...credentials
}: NonNullable<Settings['mail']['aws']>): MailProvider {
  const client = new SESv2Client({
    region,
    credentials,
    ...(endpoint && { endpoint }),
    // The SDK's retries could send a mail twice.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: connectTimeoutSeconds * 1000,
      requestTimeout: responseTimeoutSeconds * 1000,
      throwOnRequestTimeout: true,
    },
  });

  return {
    repeatable: false,
    async prepare(mail) {
      const raw = await composeMail(mail);
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

/** SES's throttling errors, some of which have status 400. */
const tooMany = /^(TooManyRequests|LimitExceeded|Throttl|RequestThrottled|RequestLimitExceeded|SlowDown)/;

/** The SDK's connection timeout has no code and the same name as other timeouts, so its text is compared. */
const connectionTimeout = /did not establish a connection/;

function failureOf(error: unknown) {
  const answered = error instanceof SESv2ServiceException;
  return toMailFailure({
    name: 'Amazon SES',
    status: answered ? error.$metadata.httpStatusCode : undefined,
    said: answered ? error.message : undefined,
    tooMany: answered && tooMany.test(error.name),
    headers: answered ? error.$response?.headers : undefined,
    unconnected: connectionTimeout.test((error as Error).message),
    cause: error,
  });
}
