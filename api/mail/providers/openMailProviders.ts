import path from 'node:path';
import type { Settings } from '../../settings/settings.ts';
import type { MailProviders } from './MailProvider.ts';
import { outboxProvider } from './outboxProvider.ts';

/** A provider without credentials writes to the outbox. Loads only the SDKs in use, because they are large. */
export async function openMailProviders({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>): Promise<MailProviders> {
  const outbox = outboxProvider(path.join(dataDir, 'outbox'));
  return {
    AWS: mail.aws ? (await import('./sesProvider.ts')).sesProvider(mail.aws) : outbox,
    Sendgrid: mail.sendgrid ? (await import('./sendgridProvider.ts')).sendgridProvider(mail.sendgrid) : outbox,
  };
}
