import { pluralize } from 'shared/format/count';
import { orderFacts, personalFacts } from 'shared/declaration/facts';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import { landingDomain } from 'shared/rules/landingDomains';
import { messageMailKinds } from '../../db/schema/mails.ts';
import { sortByTime, type MailRecord } from '../deliveryRecords.ts';
import type { DocumentRecord, Findings, PackRecords } from '../packRecords.ts';
import type { PackSources, PackToMake } from '../readSources.ts';
import {
  type Item,
  afterDisputeText,
  clip,
  deviceText,
  item,
  recordedLaterText,
  formatList,
  maskPassport,
  orNotRecorded,
  locationText,
  mailNames,
  providerNames,
  table,
  amountText,
  abridgedRows,
  blocksOf,
  withdrawnText,
  type ExhibitContent,
  type RowLimit,
} from '../packText.ts';

function labelOf(field: string): string {
  const fact = [...personalFacts, ...orderFacts].find(({ value }) => value === field);
  if (!fact) throw new Error(`The order page shows no ${field}`);
  return fact.label;
}

export function orderExhibit(sources: PackToMake, { device, paidAt, disputedAt }: Findings): ExhibitContent {
  const { order, records, places, lastHash, fault } = sources;
  const { passport_number: passport, current_nationality: nationality } = order.declaration;
  const facts: (readonly [label: string, said: string | null | undefined, from?: 'row'])[] = [
    [labelOf('order_id'), order.orderId],
    ['Ordered', `${packTime(order.createdAt)} UTC${records.placed ? recordedLaterText(records.placed, 'intake') : ''}`],
    ['Bought', `New Zealand travel declaration, ${order.processingMode} processing`, 'row'],
    ['Site', `${landingDomain(order.landingDomain).brand}, ${landingDomain(order.landingDomain).home}`],
    ['Amount', amountText(order)],
    ['Paid', paidAt && `${packTime(paidAt)} UTC${records.payment ? recordedLaterText(records.payment, 'intake') : ''}`],
    ...refundFacts(records.refund),
    [labelOf('transaction_id'), order.transactionId && clip(order.transactionId, 110), 'row'],
    [labelOf('merchant_name'), order.merchantName && clip(order.merchantName, 110), 'row'],
    ['Traveller', clip(order.fullName, 220), 'row'],
    [labelOf('current_nationality'), nationality && clip(nationality, 80), 'row'],
    [labelOf('passport_number'), passport && maskPassport(passport), 'row'],
    [labelOf('email'), clip(order.email, 220)],
    [labelOf('confirm_email'), order.confirmEmail && clip(order.confirmEmail, 220), 'row'],
    ...(order.contactEmailAddress && order.contactEmailAddress !== order.email
      ? [['Contact email', clip(order.contactEmailAddress, 220)] as [string, string]]
      : []),
    ['IP address of the order', order.ip && locationText(order.ip, places)],
    ['Browser and device', device && deviceText(device)],
    ['Dispute opened', disputedAt ? packMinute(disputedAt) : 'not in Charge Back'],
  ];
  return {
    title: 'Order and payment record',
    blocks: blocksOf(
      { kind: 'facts', facts: facts.map(([label, factValue]) => [label, orNotRecorded(factValue)] as const) },
      `This pack was made from the order’s history: ${pluralize(records.entries, 'entry', 'entries')}, ${integrityText(fault)} ${retentionText} The last entry’s SHA-256 is ${lastHash ?? 'none'}.`,
      currentValuesNote(facts.flatMap(([label, , from]) => (from === 'row' ? [label] : []))),
      ...historyLimits(records),
      places.size > 0 && countryDataText(sources),
    ),
  };
}

function refundFacts(refund: PackSources['records']['refund']): (readonly [label: string, said: string | null])[] {
  if (!refund) return [];
  const { at, reference, reason } = refund;
  return [
    ['Refunded', `${packTime(at)} UTC`],
    ['Refund amount', amountText(refund)],
    ['Refund reference', reference && clip(reference, 110)],
    ...(reason ? [['Refund reason', clip(reason, 220)] as const] : []),
  ];
}

/** Names the fields that show the order row's value. The history lacks them, or may have another value. */
const currentValuesNote = (labels: readonly string[]) =>
  `These are current values, not from the history: ${formatList(labels.map((label) => `“${label}”`))}.`;

const integrityText = (fault: PackToMake['fault']) =>
  fault ? `not intact: entry ${fault.seq} ${fault.what}.` : 'verified as intact when the pack was created.';

/** Guarantees of the chain, and their limits (docs/decisions/26-ledger.md). */
const retentionText =
  'Arrival Desk can only add entries, not change or remove them. A database administrator could, but each entry contains the SHA-256 of the one before, so checking the history against this pack (verify-history) reveals any change.';

const historyLimits = ({ begunAt, recordedLate }: PackSources['records']) => [
  begunAt !== null &&
    `The history began on ${packTime(begunAt)} UTC. Its first entry includes what was recorded before then.`,
  recordedLate !== null &&
    `${pluralize(recordedLate.count, 'entry was recorded after the event it describes,', 'entries were recorded after the events they describe, most recently')} on ${packTime(recordedLate.at)} UTC.`,
];

export const countryDataText = ({ countries }: PackSources) =>
  `Countries of IP addresses: ${countries.name}, ${countries.licence}, of ${packDay(countries.madeOn)}. ${countries.attribution}`;

export function transactionItem({ order: { transactionId, merchantName } }: PackSources): Item {
  const missing = [!transactionId && 'transaction ID', !merchantName && 'merchant name'].filter(Boolean);
  return item(missing.length === 0, {
    yes: 'Transaction ID and merchant name',
    no: `No ${missing.join(' and no ')}`,
    detail: missing.length === 0 ? clip(`${transactionId}, ${merchantName}`, 120) : null,
    today: 'Use the button Enter Transaction Details. The dispute notice has both.',
    needed: true,
  });
}

export function paymentItem({ order }: PackSources, { paidAt }: Findings): Item {
  const sum = amountText(order);
  return item(paidAt !== null && sum !== null, {
    yes: 'Payment and amount',
    no: paidAt ? 'The amount paid is not recorded' : 'No payment recorded',
    detail: paidAt && sum && `${sum}, ${packMinute(paidAt)}`,
    today: 'Have the payment provider report the payment again, or send the bank a receipt with the pack.',
    needed: true,
  });
}

const maxDocuments = 20;

export function documentExhibit({ documents }: PackRecords, rowLimit: RowLimit): ExhibitContent {
  const title = 'The document: name, size, SHA-256';
  if (documents.length === 0) return { title, blocks: blocksOf('No document for this order is recorded.') };
  return {
    title,
    blocks: blocksOf(
      table(
        { 'Stored (UTC)': 20, Name: 26, Bytes: 12, 'SHA-256': 42 },
        abridgedRows(documents, rowLimit(maxDocuments), documentRow, (between) => [
          '',
          `${pluralize(between.length, 'more document')} omitted here`,
          '',
          '',
        ]),
      ),
      'The SHA-256 is a fingerprint of the file, taken when it was stored. Changing one byte changes the fingerprint.',
    ),
  };
}

const documentRow = ({ at, lateAt, name, size, sha256, withdrawnAt }: DocumentRecord) => [
  packTime(at),
  clip(name, 110) + afterDisputeText(lateAt) + withdrawnText(withdrawnAt),
  size.toLocaleString('en-GB'),
  sha256,
];

const fileReferenceText = 'Its recorded name, size and SHA-256 are in the exhibit “The document: name, size, SHA-256”.';

export const copyExhibit = ({ hasFile, isLeftOut }: { hasFile: boolean; isLeftOut: boolean }): ExhibitContent => ({
  title: 'The delivered document',
  blocks: blocksOf(hasFile && 'The original document is not masked: it shows passport numbers in full.', {
    kind: 'document',
    otherwise: isLeftOut
      ? `Its pages are not included in this pack. ${fileReferenceText}`
      : hasFile
        ? `The file’s pages could not be rendered here. Send the file with this pack. ${fileReferenceText}`
        : `The file cannot be shown here. ${fileReferenceText}`,
  }),
});

/** A document that does not match (rule 11.4) counts as missing evidence. */
export function documentItem({ document }: Findings): Item {
  const isMismatch = hasWarnings(document);
  return item(document !== null && !isMismatch, {
    yes: 'Document file and SHA-256',
    no: isMismatch ? 'Document does not match' : 'There is no document',
    detail: document && clip(document.name, 90),
    today: isMismatch
      ? 'Compare it with the order under Upload Document. If it is the wrong one, upload the right one.'
      : 'Upload the document. It will then be emailed.',
    needed: true,
  });
}

export const hasWarnings = (document: DocumentRecord | null) => document !== null && document.warnings.length > 0;

const maxContacts = 24;
const maxLetters = 600;

export function contactsExhibit(
  { contacts, mails }: Pick<PackRecords, 'contacts' | 'mails'>,
  rowLimit: RowLimit,
): ExhibitContent | null {
  const rows = sortByTime([...contacts.map(contactRow), ...mails.filter(isMessageMail).map(messageMailRow)]);
  if (rows.length === 0) return null;
  const isCut = contacts.some(({ text }) => [...text].length > maxLetters);
  return {
    title: 'Calls and messages',
    blocks: blocksOf(
      'Staff remarks on calls and messages, each with the time it was written, and the emails that announced a message on the order’s page.',
      table(
        { 'When (UTC)': 20, How: 12, Note: 52, By: 16 },
        abridgedRows(
          rows,
          rowLimit(maxContacts),
          ({ row }) => row,
          (between) => ['', '', `${pluralize(between.length, 'more contact')} omitted here`, ''],
        ),
      ),
      isCut && `Remarks are cut off after ${maxLetters} characters.`,
    ),
  };
}

const contactRow = ({ at, lateAt, by, text, telephone, whatsapp }: PackRecords['contacts'][number]) => ({
  at,
  row: [
    packTime(at),
    [telephone && 'Call', whatsapp && 'WhatsApp'].filter(Boolean).join(', '),
    clip(text, maxLetters) + afterDisputeText(lateAt),
    clip(by ?? 'Arrival Desk', 60),
  ],
});

type SentMail = MailRecord & { sent: NonNullable<MailRecord['sent']> };

const isMessageMail = (mail: MailRecord): mail is SentMail =>
  mail.sent !== null && (messageMailKinds as readonly string[]).includes(mail.template);

const messageMailRow = ({ template, recipient, provider, askedBy, sent }: SentMail) => ({
  at: sent.at,
  row: [
    packTime(sent.at),
    'Email',
    `“${mailNames[template]}” (${template}) to ${clip(recipient, 110)}, ${sent.outbox ? 'written to the outbox: no mail provider was set up' : `accepted by ${providerNames[provider]}`}${afterDisputeText(sent.lateAt)}`,
    clip(askedBy ?? 'Arrival Desk', 60),
  ],
});

export function contactItem({ records }: PackSources): Item {
  const contacts = records.contacts.filter(({ lateAt }) => lateAt === null);
  return item(contacts.length > 0, {
    yes: 'Call or WhatsApp message recorded',
    no: 'No call or WhatsApp message recorded',
    detail: contacts.length > 0 ? pluralize(contacts.length, 'remark') : null,
    today: 'Call the customer, add a comment with their answer, and tick Telephone or Whatsapp.',
  });
}
