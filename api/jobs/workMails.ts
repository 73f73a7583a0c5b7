import { deliverMails, type Delivered, type MailDelivery } from '../mail/deliverMails.ts';
import { untilAnswered } from '../db/DatabaseAway.ts';
import type { MailJob } from '../mail/mailQueue.ts';
import { tooManyForNothing } from '../mail/mailRetry.ts';
import type { ProviderPace } from '../mail/providerPace.ts';
import { MailFailure } from '../mail/providers/MailProvider.ts';
import type { Outcome } from './drainQueue.ts';

/** Delivers the mails of taken jobs. A provider that says "too many" is left alone, and the mail goes back to its place. */
export const workMails =
  (delivery: MailDelivery, pace: Pick<ProviderPace, 'pause' | 'taken'>) =>
  async (jobs: MailJob[], stopped: AbortSignal): Promise<Outcome[]> => {
    const delivered = await deliverMails(
      delivery,
      jobs.map(({ mailId }) => mailId),
      stopped,
    );
    return Promise.all(delivered.map((mail) => outcomeOf(mail, pace)));
  };

async function outcomeOf({ again, calls }: Delivered, pace: Pick<ProviderPace, 'pause' | 'taken'>): Promise<Outcome> {
  if (!again) {
    pace.taken();
    return 'done';
  }
  if (again === 'stopped') return 'putBack';
  if (!(again instanceof MailFailure && again.tooMany)) return again;
  await untilAnswered(() => pace.pause(again.retryAfterSeconds));
  return calls <= tooManyForNothing ? 'putBack' : again;
}
