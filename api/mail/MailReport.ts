import type { MailServiceProvider } from 'shared/api/fields';
import type { mailEventTypes } from 'shared/api/orderDetails';

/** What a provider can report that changes a mail's state. */
export type MailEventType = (typeof mailEventTypes)[number];

/**
 * So many reports of one kind are kept of a mail, in a day and in all; what comes beyond that is taken and forgotten. Whoever
 * loads an e-mail's picture again and again would else write as many entries into its order's history, for ever.
 */
export const mostReports = { aDay: 10, inAll: 100 };

/** What a provider reported about one mail. */
export interface MailReport {
  provider: MailServiceProvider;
  /** The provider's name for it, by which a repeated report is known. */
  eventId: string;
  /** `delayed`: it did not arrive yet, or not this time, which says nothing of the address. */
  type: MailEventType | 'delayed';
  /** When it happened, as the provider says. */
  at: Date;
  /** Why, for people. */
  reason: string | null;
  /** The row of the mail history, as it was given along with the mail; null: it was not. */
  mailId: number | null;
  /** As the mail's row has it. */
  messageId: string | null;
  /** The mail's addresses. */
  recipients: readonly string[];
}
