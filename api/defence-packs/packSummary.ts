import { pluralize } from 'shared/format/count';
import { duration, packMinute } from 'shared/format/dates';
import { isSameAddress } from 'shared/rules/customerAddress';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { type Findings, isBefore, isOfCustomer, type PackRecords } from './packRecords.ts';
import type { PackSources } from './readSources.ts';
import type { MailRecord } from './deliveryRecords.ts';
import { clipToWidth, recordedLaterText, amountText, unknownSiteText } from './packText.ts';

/** The strongest title that the records prove (rule 13.14). */
export function packTitle(type: DefencePackType, found: Findings): string {
  const { disputedAt } = found;
  if (type === 1) {
    const { delivered, sent, bounced, isLinked } = found;
    const subject = (mail: MailRecord) => (isLinked(mail) ? 'The document link' : 'The document');
    if (delivered) return `${subject(delivered.mail)} was delivered${disputedAt ? ' before the dispute' : ''}`;
    const before = sent.find((mail) => isBefore(mail.sent?.at, disputedAt));
    return before && !bounced ? `${subject(before)} was sent before the dispute` : 'What was sent, and when';
  }
  const { completed, views, downloads } = found;
  if (completed.some(({ file }) => isBefore(file?.completedAt, disputedAt)))
    return 'The document was downloaded before the dispute';
  if (completed.length > 0 && !disputedAt) return 'The document was downloaded';
  return [...views, ...downloads].some(({ at }) => isBefore(at, disputedAt))
    ? 'The order was viewed before the dispute'
    : 'What was opened, and when';
}

type LetterOf = (exhibit: 'mails' | 'accesses') => string;

/** No sentence says more than the records prove. */
export function packSummary(sources: PackSources, found: Findings, letterOf: LetterOf): string[] {
  const ofPack =
    sources.defencePackType === 1
      ? [ordered(sources), paid(sources, found), sent(sources, found), received(sources, found, letterOf('mails'))]
      : [orderedFrom(sources), paid(sources, found), downloaded(found, letterOf('accesses')), compared(sources, found)];
  return [...ofPack, refunded(sources, found)];
}

const orderedOn = ({ order }: PackSources) =>
  `The customer ordered a New Zealand travel declaration on ${packMinute(order.createdAt)}`;

function ordered(sources: PackSources): string {
  const { email, confirmEmail } = sources.order;
  const isConfirmed = confirmEmail !== null && isSameAddress(email, confirmEmail);
  return `${orderedOn(sources)} and gave the email address ${clipToWidth(email, 60)}${isConfirmed ? ' twice' : ''}.`;
}

function orderedFrom(sources: PackSources): string {
  const { ip } = sources.order;
  if (!ip) return `${orderedOn(sources)}; the IP address was not recorded.`;
  const country = sources.places.get(ip);
  return `${orderedOn(sources)} from IP address ${clipToWidth(ip, 45)}${country ? ` (${country})` : ''}.`;
}

function paid({ order }: PackSources, { paidAt }: Findings): string {
  if (!paidAt) return 'No payment for this order is recorded.';
  const sum = amountText(order);
  if (!sum) return `The order was paid on ${packMinute(paidAt)}; the amount was not recorded.`;
  return `${sum} was paid on ${packMinute(paidAt)}.`;
}

function sent({ order, records }: PackSources, { sent: mails, paidAt, isLinked }: Findings): string {
  const [first] = mails;
  if (!first) {
    const approvals = records.mails.filter(({ template }) => template === 'approval');
    if (records.mails.some((mail) => mail.withdrawnAt && mail.sent && !mail.sent.outbox))
      return 'The document that was emailed was withdrawn.';
    if (approvals.some(({ sent: told }) => told?.lateAt && !told.outbox))
      return 'The email with the finished document was recorded only after the dispute.';
    return approvals.some(({ sent: told }) => told?.outbox)
      ? 'An email with the finished document was created, but no mail provider was set up to send it.'
      : 'No sent email with the finished document is recorded.';
  }
  const to = toWhom(first, [order.email, order.contactEmailAddress]);
  const { at } = first.sent!;
  const when =
    paidAt && paidAt <= at ? `${duration(Date.parse(at) - Date.parse(paidAt))} after payment` : `on ${packMinute(at)}`;
  const times = mails.length - 1;
  const again = times > 0 ? `, and ${times === 1 ? 'once more' : pluralize(times, 'more time')} since` : '';
  const what = isLinked(first)
    ? 'The link to the finished document, which is too large for an email,'
    : 'The finished document';
  return `${what} was emailed to ${to} ${when}${again}.`;
}

const toWhom = ({ recipient }: MailRecord, [email, contact]: readonly [string, string | null]) =>
  isSameAddress(recipient, email)
    ? 'the same address'
    : contact && isSameAddress(recipient, contact)
      ? 'the customer’s contact address'
      : clipToWidth(recipient, 60);

function received(
  { order }: PackSources,
  { sent: mails, delivered, deliveredLate, bounced, disputedAt }: Findings,
  letter: string,
): string {
  if (mails.length === 0) return 'No delivery can therefore be reported.';
  const told = delivered ?? deliveredLate;
  if (told) {
    const { recipient } = told.mail;
    const server = isOfCustomer(recipient, order)
      ? 'The customer’s mail server'
      : `The mail server of ${clipToWidth(recipient, 60)}`;
    const when =
      told === delivered ? packMinute(told.at) + recordedLaterText(told, 'report') : lateText(told, disputedAt);
    return `${server} accepted it on ${when}; the provider’s record is in Exhibit ${letter}.`;
  }
  if (bounced) return `It bounced on ${packMinute(bounced.at)}; the provider’s reason is in Exhibit ${letter}.`;
  return 'The provider accepted it, but has reported neither a delivery nor a bounce.';
}

/** For a delivery that does not count, because it happened or was reported only after the dispute. */
function lateText({ at, recordedAt }: { at: string; recordedAt: string | null }, disputedAt: string | null): string {
  if (!recordedAt || !isBefore(at, disputedAt)) return `${packMinute(at)}, after the dispute`;
  return `${packMinute(at)}, reported only after the dispute, on ${packMinute(recordedAt)}`;
}

function downloaded({ downloads, completed }: Findings, letter: string): string {
  if (downloads.length === 0) return 'No download of the document by the customer is recorded.';
  const [first] = completed;
  const unknownSiteNote = unknownSiteText(first ? completed : downloads);
  const where = `${unknownSiteNote ? `; ${unknownSiteNote}` : ''}; see Exhibit ${letter}.`;
  if (!first) {
    const begun = pluralize(downloads.length, 'download');
    return `${unknownSiteNote ? `${begun} began` : `The customer began ${begun}`}, but ${downloads.length === 1 ? 'it is not' : 'none is'} recorded as complete${where}`;
  }
  const what = unknownSiteNote ? 'The whole document was downloaded' : 'The customer downloaded the whole document';
  const times = completed.length === 1 ? 'once, on' : `${completed.length} times, first on`;
  return `${what} ${times} ${packMinute(first.at)}${where}`;
}

function compared({ order }: PackSources, { accesses, device, sameIp, sameDevice }: Findings): string {
  const all = accesses.length;
  if (all === 0) return 'No visit by the customer is recorded, so there is nothing to compare with the order.';
  if (!order.ip && !device)
    return `The order’s IP address and browser were not recorded, so there is nothing to compare ${visits(all)} with.`;
  const ofIp = order.ip ? `${sameIp} came from the IP address of the order` : null;
  const ofDevice = device ? `${sameDevice}${ofIp ? '' : ' came'} from the same kind of browser and device` : null;
  return `Of ${visits(all)}, ${[ofIp, ofDevice].filter(Boolean).join(' and ')}.`;
}

const visits = (n: number) => pluralize(n, 'recorded visit or download', 'recorded visits and downloads');

function refunded({ records: { refund, refundAskedAt, written } }: PackSources, { disputedAt }: Findings): string {
  if (refund && (!disputedAt || isBefore(refund.at, disputedAt)))
    return `${refundText(refund)}${disputedAt ? ', before the dispute' : ''}.`;
  const isAsked = refundAskedAt && (!disputedAt || isBefore(refundAskedAt, disputedAt));
  if (isAsked) {
    const refundRequestedOn = packMinute(refundAskedAt);
    return disputedAt
      ? `No refund was made before the dispute, but a request for one was recorded on ${refundRequestedOn}.`
      : `A request for a refund was recorded on ${refundRequestedOn}; no refund was made.`;
  }
  if (!disputedAt) return 'No refund is recorded.';
  const wrote = wroteText(written.filter(({ at }) => isBefore(at, disputedAt)));
  return wrote
    ? `Staff recorded no refund request before the dispute. ${wrote}.`
    : 'No request for a refund was recorded before the dispute.';
}

function refundText(refund: NonNullable<PackRecords['refund']>): string {
  const [sum, when] = [amountText(refund), packMinute(refund.at)];
  return sum ? `${sum} was refunded on ${when}` : `A refund (amount not recorded) was made on ${when}`;
}

function wroteText(written: PackRecords['written']): string | null {
  const sent = written.filter(({ origin }) => origin !== 'staff');
  const leftOut = written.length - sent.length;
  const unknownSiteNote = unknownSiteText(sent);
  const messages = pluralize(sent.length, 'message');
  const bySender = unknownSiteNote
    ? `${messages} had been sent by someone who had entered the order’s ID and email; ${unknownSiteNote}`
    : `The customer had sent ${messages}`;
  const parts = [
    sent.length > 0 && bySender,
    leftOut > 0 && `${pluralize(leftOut, 'message')} on the staff site ${leftOut === 1 ? 'is' : 'are'} omitted`,
  ];
  return parts.filter(Boolean).join('; ') || null;
}
