import type { MailEntry } from 'shared/api/orderDetails';

/** What became of one document of the demo. */
export interface DemoOutcome {
  /** What became of the mail. */
  state: MailEntry['state'];
  reason?: string;
  /** What a person confirmed about its document. */
  warnings?: string[];
}

/** What became of the demo's documents and the mails that carried them, in turn. */
export const demoOutcomes: readonly DemoOutcome[] = [
  { state: 'delivered' },
  { state: 'sent' },
  { state: 'bounced', reason: 'The address does not exist.' },
  { state: 'delivered' },
  { state: 'opened' },
  { state: 'delivered', warnings: ['Surname: not found on the document, Traveller on the order.'] },
  { state: 'sent' },
  { state: 'delivered' },
  { state: 'opened' },
];
