import type { MailServiceProvider } from 'shared/api/fields';
import type { Settings } from '../settings/settings.ts';

/** By whom a mail goes for which nobody chose: the first provider that has credentials (rules 12.5). */
export const unchosenProvider = ({ mail }: Pick<Settings, 'mail'>): MailServiceProvider =>
  mail.sendgrid && !mail.aws ? 'Sendgrid' : 'AWS';
