import { isBefore, type Findings } from './findings.ts';
import type { MailRecord } from './packRecords.ts';
import type { DefencePackType } from 'shared/rules/defencePacks';

/** The one conclusion of a pack. There are no others: each is true of the records that it is chosen by. */
export const packTitles = {
  deliveredBefore: 'The document was delivered before the dispute',
  delivered: 'The document was delivered',
  sentBefore: 'The document was sent before the dispute',
  linkDeliveredBefore: 'The link was delivered before the dispute',
  linkDelivered: 'The link was delivered',
  linkSentBefore: 'The link was sent before the dispute',
  sent: 'What was sent, and when',
  downloadedBefore: 'The document was downloaded before the dispute',
  downloaded: 'The document was downloaded',
  lookedBefore: 'The order was looked at before the dispute',
  looked: 'What was opened, and when',
} as const;

const ofLink = {
  deliveredBefore: 'linkDeliveredBefore',
  delivered: 'linkDelivered',
  sentBefore: 'linkSentBefore',
} as const;

/** The strongest that the records show; where they show none, what the pack is about. */
export function packTitle(type: DefencePackType, found: Findings): string {
  const { disputedAt } = found;
  if (type === 1) {
    const { delivered, sent, bounced, isLinked } = found;
    const named = (mail: MailRecord, title: 'deliveredBefore' | 'delivered' | 'sentBefore') =>
      packTitles[isLinked(mail) ? ofLink[title] : title];
    if (delivered) return named(delivered.mail, disputedAt ? 'deliveredBefore' : 'delivered');
    const before = sent.find((mail) => isBefore(mail.sent?.at, disputedAt));
    return before && !bounced ? named(before, 'sentBefore') : packTitles.sent;
  }
  const { completed, views, downloads } = found;
  if (completed.some(({ file }) => isBefore(file?.completedAt, disputedAt))) return packTitles.downloadedBefore;
  if (completed.length > 0 && !disputedAt) return packTitles.downloaded;
  return [...views, ...downloads].some(({ at }) => isBefore(at, disputedAt))
    ? packTitles.lookedBefore
    : packTitles.looked;
}
