import * as v from 'valibot';
import type { Desk } from '../desk/desk.ts';
import { noteReport } from '../mail/noteReport.ts';
import { parsedJson } from './parsedJson.ts';
import { sesReport } from './sesReport.ts';
import { signatureWrong } from './signatureWrong.ts';
import type { SnsAddresses } from './SnsAddresses.ts';
import { snsMessage } from './snsMessage.ts';
import { requireSnsSignature } from './snsSignature.ts';

interface SesListener extends Pick<Desk, 'database' | 'log'> {
  addresses: SnsAddresses;
  /** The one topic that is believed: anybody can have SNS sign messages of a topic of their own. */
  topicArn: string;
}

/**
 * Hears what SES reports through SNS: confirms the subscription when it begins, and notes each event. Throws a 401 for
 * what SNS did not sign, or not for our topic.
 */
export async function hearSes({ database, log, addresses, topicArn }: SesListener, body: string): Promise<void> {
  const { success, output: message } = v.safeParse(snsMessage, parsedJson(body));
  if (!success || message.TopicArn !== topicArn) throw signatureWrong();
  await requireSnsSignature(message, addresses);
  if (message.Type === 'SubscriptionConfirmation') {
    if (!(await addresses.confirm(message.SubscribeURL ?? ''))) throw signatureWrong();
    log.info('the topic of Amazon SES reports here from now on');
  }
  if (message.Type !== 'Notification') return;
  const report = sesReport(message);
  if (report) await noteReport(database.db, report);
}
