import { orderFacts } from 'shared/declaration/orderFacts';
import { personalFacts } from 'shared/declaration/personalFacts';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import type { Findings } from '../findings.ts';
import type { ExhibitContent, RoomFor } from '../packContent.ts';
import type { DocumentRecord, PackRecords, RemarkRecord } from '../packRecords.ts';
import type { PackSources } from '../packSources.ts';
import {
  type Item,
  afterDisputeText,
  clip,
  counted,
  deviceText,
  ends,
  item,
  laterText,
  listed,
  masked,
  orNotRecorded,
  placeText,
  withdrawnText,
} from '../packText.ts';

/** The label that the order page has for a field. */
function labelOf(field: string): string {
  const fact = [...personalFacts, ...orderFacts].find(({ value }) => value === field);
  if (!fact) throw new Error(`The order page shows no ${field}`);
  return fact.label;
}

/** Order and payment as they were recorded. */
export function orderExhibit(sources: PackSources, { device, paidAt, disputedAt }: Findings): ExhibitContent {
  const { order, records, places, lastHash, fault } = sources;
  const { amount, currency, declaration } = order;
  const { passport_number: passport } = declaration;
  const facts: (readonly [label: string, said: string | null | undefined, from?: 'row'])[] = [
    [labelOf('order_id'), order.orderId],
    ['Ordered', `${packTime(order.createdAt)} UTC${records.placed ? laterText(records.placed, 'intake') : ''}`],
    ['Bought', `New Zealand travel declaration, ${order.processingMode} processing`, 'row'],
    ['Site', `${landingDomain(order.landingDomain).brand}, ${landingDomain(order.landingDomain).home}`],
    ['Amount', amount !== null && currency !== null ? money(amount, currency) : null],
    ['Paid', paidAt && `${packTime(paidAt)} UTC${records.payment ? laterText(records.payment, 'intake') : ''}`],
    ...refundFacts(records.refund),
    [labelOf('transaction_id'), order.transactionId && clip(order.transactionId, 110), 'row'],
    [labelOf('merchant_name'), order.merchantName && clip(order.merchantName, 110), 'row'],
    ['Traveller', clip(order.fullName, 220), 'row'],
    [
      labelOf('current_nationality'),
      declaration.current_nationality && clip(declaration.current_nationality, 80),
      'row',
    ],
    [labelOf('passport_number'), passport && masked(passport), 'row'],
    [labelOf('email'), clip(order.email, 220)],
    [labelOf('confirm_email'), order.confirmEmail && clip(order.confirmEmail, 220), 'row'],
    ...(order.contactEmailAddress && order.contactEmailAddress !== order.email
      ? [['Contact e-mail', clip(order.contactEmailAddress, 220)] as [string, string]]
      : []),
    ['IP address of the order', order.ip && placeText(order.ip, places)],
    ['Browser and device', device && deviceText(device)],
    ['Came to Charge Back', disputedAt ? packMinute(disputedAt) : 'it is not there'],
  ];
  return {
    title: 'Order and payment record',
    blocks: [
      { kind: 'facts', facts: facts.map(([label, said]) => [label, orNotRecorded(said)] as const) },
      {
        kind: 'said',
        said: `This pack is made from the history of the order: ${counted(records.entries, 'entry', 'entries')}, ${wholeOrNot(fault)} ${howItIsKept} The SHA-256 of the last is ${lastHash ?? 'none'}.`,
      },
      { kind: 'said', said: asOfNow(facts.flatMap(([label, , from]) => (from === 'row' ? [label] : []))) },
      ...historyLimits(records).map((said) => ({ kind: 'said', said }) as const),
      ...(places.size > 0 ? [{ kind: 'said', said: placesText(sources) } as const] : []),
    ],
  };
}

/** Nothing of an order that was not refunded. */
function refundFacts(refund: PackSources['records']['refund']): (readonly [label: string, said: string | null])[] {
  if (!refund) return [];
  const { at, amount, currency, reference, reason } = refund;
  return [
    ['Refunded', `${packTime(at)} UTC`],
    ['Refund amount', amount !== null && currency !== null ? money(amount, currency) : null],
    ['Refund reference', reference && clip(reference, 110)],
    ...(reason ? [['Refund reason', clip(reason, 220)] as const] : []),
  ];
}

/** What of the order can be changed, and its history does not have, or not as what stands here. */
const asOfNow = (labels: readonly string[]) =>
  `These are as the order has them now, and do not come from its history: ${listed(labels.map((label) => `“${label}”`))}.`;

const wholeOrNot = (fault: PackSources['fault']) =>
  fault ? `and not whole: entry ${fault.seq} ${fault.what}.` : 'checked and found whole when this was made.';

/** What the chain holds off, and what not (docs/decisions/26-ledger.md). */
const howItIsKept =
  'Arrival Desk can add entries, and can neither change nor remove one. Whoever runs its database could; each entry carries the SHA-256 of the one before it, so that a change shows when the history is checked against this pack (verify-history).';

/** What has to be said of a history that was not written down as it happened. */
function historyLimits({ begunAt, datedBack }: PackSources['records']): string[] {
  return [
    ...(begunAt
      ? [
          `The history began on ${packTime(begunAt)} UTC. What happened before stands in its first entry as it was recorded elsewhere by then.`,
        ]
      : []),
    ...(datedBack
      ? [
          `${counted(datedBack.count, 'entry was', 'entries were')} written down later than what they tell of, the last on ${packTime(datedBack.at)} UTC.`,
        ]
      : []),
  ];
}

/** Whose data the countries are, and how old. */
export const placesText = ({ countries }: PackSources) =>
  `Countries of IP addresses: ${countries.name}, ${countries.licence}, of ${packDay(countries.madeOn)}. ${countries.attribution}`;

export function transactionItem({ order: { transactionId, merchantName } }: Omit<PackSources, 'fault'>): Item {
  const missing = [!transactionId && 'transaction id', !merchantName && 'merchant name'].filter(Boolean);
  return item(missing.length === 0, {
    yes: 'Transaction id and merchant name',
    no: `No ${missing.join(' and no ')}`,
    detail: missing.length === 0 ? clip(`${transactionId}, ${merchantName}`, 120) : null,
    today: 'Press Enter Transaction Details: both stand in the notice of the dispute.',
    needed: true,
  });
}

export function paymentItem({ order: { amount, currency } }: Omit<PackSources, 'fault'>, { paidAt }: Findings): Item {
  const isWhole = paidAt !== null && amount !== null && currency !== null;
  return item(isWhole, {
    yes: 'Payment with its amount',
    no: paidAt ? 'The amount that was paid is not recorded' : 'No payment recorded',
    detail: isWhole ? `${money(amount, currency)}, ${packMinute(paidAt)}` : null,
    today: 'Have the payment provider report this payment again, or add its receipt to the answer.',
    needed: true,
  });
}

const maxDocuments = 20;

/** Every document that was stored for the order, by name, size and SHA-256. */
export function documentExhibit({ documents }: PackRecords, roomFor: RoomFor): ExhibitContent {
  const title = 'The document: name, size, SHA-256';
  if (documents.length === 0)
    return { title, blocks: [{ kind: 'said', said: 'No document of this order is recorded.' }] };
  const { first, last, between } = ends(documents, roomFor(maxDocuments));
  return {
    title,
    blocks: [
      {
        kind: 'table',
        heads: ['Stored (UTC)', 'Name', 'Bytes', 'SHA-256'],
        widths: [20, 26, 12, 42],
        rows: [
          ...first.map(documentRow),
          ...(between.length > 0 ? [['', `${counted(between.length, 'more document')} between these`, '', '']] : []),
          ...last.map(documentRow),
        ],
      },
      {
        kind: 'said',
        said: 'The SHA-256 is a fingerprint of all bytes of the file, taken when it was stored. A file with one other byte has another one.',
      },
    ],
  };
}

const documentRow = ({ at, lateAt, name, size, sha256, withdrawnAt }: DocumentRecord) => [
  packTime(at),
  clip(name, 110) + afterDisputeText(lateAt) + withdrawnText(withdrawnAt),
  size.toLocaleString('en-GB'),
  sha256,
];

const whereItStands =
  'Its name, size and SHA-256, as they were recorded, stand in the exhibit of the document’s name, size and SHA-256.';

const unmasked = 'The original document is not masked: passport numbers stand in it in full.';

export const copyExhibit = ({
  isFileThere,
  isLeftOut,
}: {
  isFileThere: boolean;
  isLeftOut: boolean;
}): ExhibitContent => ({
  title: 'The delivered document itself',
  blocks: [
    ...(isFileThere ? [{ kind: 'said', said: unmasked } as const] : []),
    {
      kind: 'document',
      otherwise: isLeftOut
        ? `Its pages are left out of this pack. ${whereItStands}`
        : isFileThere
          ? `The pages of the file could not be drawn here, so the file itself is to be sent along. ${whereItStands}`
          : `The file cannot be shown here. ${whereItStands}`,
    },
  ],
});

export const documentItem = ({ document }: Findings): Item =>
  item(document !== null, {
    yes: 'Document file and SHA-256',
    no: 'There is no document',
    detail: document && clip(document.name, 90),
    today: 'Upload the document: it is e-mailed then.',
    needed: true,
  });

const maxContacts = 24;
const maxLetters = 600;

/** Remarks that staff flagged as a call or a WhatsApp message; null: there are none. */
export function contactsExhibit({ contacts }: PackRecords, roomFor: RoomFor): ExhibitContent | null {
  if (contacts.length === 0) return null;
  const { first, last, between } = ends(contacts, roomFor(maxContacts));
  const isCut = contacts.some(({ text }) => [...text].length > maxLetters);
  return {
    title: 'Calls and WhatsApp messages',
    blocks: [
      {
        kind: 'said',
        said: 'What members of the staff wrote down of calls and messages, and when they wrote it down.',
      },
      {
        kind: 'table',
        heads: ['When (UTC)', 'How', 'What was written', 'By'],
        widths: [20, 12, 52, 16],
        rows: [
          ...first.map(contactRow),
          ...(between.length > 0 ? [['', '', `${counted(between.length, 'more remark')} between these`, '']] : []),
          ...last.map(contactRow),
        ],
      },
      ...(isCut
        ? [{ kind: 'said', said: `Of a longer remark the first ${maxLetters} letters are shown.` } as const]
        : []),
    ],
  };
}

const contactRow = ({ at, lateAt, by, text, telephone, whatsapp }: RemarkRecord) => [
  packTime(at),
  [telephone && 'Call', whatsapp && 'WhatsApp'].filter(Boolean).join(', '),
  clip(text, maxLetters) + afterDisputeText(lateAt),
  clip(by ?? 'Arrival Desk', 60),
];

export function contactItem({ records }: Omit<PackSources, 'fault'>): Item {
  const contacts = records.contacts.filter(({ lateAt }) => lateAt === null);
  return item(contacts.length > 0, {
    yes: 'Call or WhatsApp message recorded',
    no: 'No call and no WhatsApp message recorded',
    detail: contacts.length > 0 ? counted(contacts.length, 'remark') : null,
    today: 'Call the customer, comment on what they say, and tick Telephone or Whatsapp.',
  });
}
