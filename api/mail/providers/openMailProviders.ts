import path from 'node:path';
import type { MailServiceProvider } from 'shared/api/fields';
import type { Settings } from '../../settings/settings.ts';
import type { MailProvider } from './MailProvider.ts';
import { outboxProvider } from './outboxProvider.ts';
import { sendgridProvider } from './sendgridProvider.ts';
import { sesProvider } from './sesProvider.ts';

export type MailProviders = Readonly<Record<MailServiceProvider, MailProvider>>;

/** The two providers that a person chooses from; one without credentials writes to the outbox instead. */
export function openMailProviders({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>): MailProviders {
  const outbox = outboxProvider(path.join(dataDir, 'outbox'));
  return {
    AWS: mail.aws ? sesProvider(mail.aws) : outbox,
    Sendgrid: mail.sendgrid ? sendgridProvider(mail.sendgrid) : outbox,
  };
}
