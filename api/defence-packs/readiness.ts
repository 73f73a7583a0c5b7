import type { EvidenceItem, PackReadiness } from 'shared/api/defencePackCalls';
import { packMinute } from 'shared/format/dates';
import { money } from 'shared/format/money';
import type { PackVerdict } from 'shared/rules/defencePacks';
import { compellingEvidence } from './compellingEvidence.ts';
import { findingsIn, isOfCustomer, type Findings } from './findings.ts';
import type { AccessRecord } from './packRecords.ts';
import type { PackSources } from './packSources.ts';
import {
  clip,
  counted,
  deviceText,
  laterText,
  lateOutText,
  leftOutText,
  placeText,
  providerNames,
  unplacedText,
} from './packText.ts';

/** Whether the history is whole is looked at when a pack is made. */
type Sources = Omit<PackSources, 'fault'>;

/** An item, and whether a pack says nothing without it. */
interface Item extends EvidenceItem {
  core?: boolean;
}

/** Which evidence a pack has and which is missing. It never keeps a pack from being made (rules 13.4). */
export function packReadiness(sources: Sources): PackReadiness {
  const { defencePackType } = sources;
  const found = findingsIn(sources);
  const items = [
    transactionItem(sources),
    paymentItem(sources, found),
    ...(defencePackType === 1 ? mailItems(sources, found) : accessItems(sources, found)),
    documentItem(found),
    ...(defencePackType === 1 ? [contactItem(sources), openItem(found)] : [earlierItem(sources)]),
  ];
  const verdict = verdictOf(items);
  const there = items.filter((item) => item.there).length;
  return {
    defencePackType,
    verdict,
    why: `${there} of ${items.length} pieces of evidence are there. ${whatIsMissing[verdict](there === items.length)}`,
    evidence: items.map(({ what, there, needed, detail, today }) => ({ what, there, needed, detail, today })),
  };
}

function verdictOf(items: readonly Item[]): PackVerdict {
  if (items.some(({ core, there }) => core && !there)) return 'Not useful yet';
  return items.every(({ needed, there }) => there || !needed) ? 'Ready' : 'Enough to send';
}

const whatIsMissing: Readonly<Record<PackVerdict, (isAll: boolean) => string>> = {
  Ready: (isAll) => (isAll ? 'Nothing is missing.' : 'What is missing is not needed.'),
  'Enough to send': () => 'It would be stronger with what is missing.',
  'Not useful yet': () => 'What decides a dispute is missing.',
};

const item = (
  there: boolean,
  {
    yes,
    no,
    detail = null,
    today = null,
    needed = false,
    core = false,
  }: {
    yes: string;
    no: string;
    detail?: string | null;
    today?: string | null;
    needed?: boolean;
    core?: boolean;
  },
): Item => ({ what: there ? yes : no, there, needed, core, detail, today: there ? null : today });

function transactionItem({ order: { transactionId, merchantName } }: Sources): Item {
  const missing = [!transactionId && 'transaction id', !merchantName && 'merchant name'].filter(Boolean);
  return item(missing.length === 0, {
    yes: 'Transaction id and merchant name',
    no: `No ${missing.join(' and no ')}`,
    detail: missing.length === 0 ? clip(`${transactionId}, ${merchantName}`, 120) : null,
    today: 'Press Enter Transaction Details: both stand in the notice of the dispute.',
    needed: true,
  });
}

function paymentItem({ order: { amount, currency } }: Sources, { paidAt }: Findings): Item {
  const isWhole = paidAt !== null && amount !== null && currency !== null;
  return item(isWhole, {
    yes: 'Payment with its amount',
    no: paidAt ? 'The amount that was paid is not recorded' : 'No payment recorded',
    detail: isWhole ? `${money(amount, currency)}, ${packMinute(paidAt)}` : null,
    today: 'Have the payment provider report this payment again, or add its receipt to the answer.',
    needed: true,
  });
}

function mailItems({ order, records }: Sources, found: Findings): Item[] {
  const { sent, delivered, deliveredLate, bounced, document, isLinked } = found;
  const first = sent[0];
  const isSame = sent.length > 0 && sent.every(({ recipient }) => isOfCustomer(recipient, order));
  const isLate = records.mails.some((mail) => mail.template === 'approval' && mail.sent?.lateAt);
  const isWithdrawn = records.mails.some((mail) => mail.withdrawnAt && mail.sent && !mail.sent.outbox);
  const inOutbox = records.mails.some((mail) => mail.template === 'approval' && mail.sent?.outbox);
  const send = document ? 'Send the e-mail with the document again.' : 'Upload the document: it is e-mailed then.';
  return [
    item(Boolean(first), {
      yes: first && isLinked(first) ? 'Link to the document e-mailed' : 'Document e-mailed',
      no: isWithdrawn
        ? 'The document that was e-mailed was withdrawn'
        : isLate
          ? 'No e-mail of the document recorded before the dispute'
          : 'The document was never e-mailed',
      detail: first ? `${packMinute(first.sent!.at)}, ${providerNames[first.provider]}` : null,
      today: inOutbox ? 'No mail provider was set up. Have one set up, then send the e-mail again.' : send,
      ...{ needed: true, core: true },
    }),
    item(Boolean(delivered), {
      yes: delivered && isLinked(delivered.mail) ? 'Link to the document delivered' : 'Document delivered',
      no: bounced
        ? 'The e-mail came back'
        : `No delivery of the e-mail reported${deliveredLate ? ' before the dispute' : ''}`,
      detail: delivered
        ? `${packMinute(delivered.at)}${laterText(delivered, 'report')}, ${providerNames[delivered.mail.provider]}`
        : undeliveredText(found),
      today: bounced
        ? 'Correct the address, then send the e-mail again.'
        : deliveredLate
          ? 'Nothing: what is reported now comes after the dispute.'
          : send,
      needed: true,
    }),
    item(isSame, {
      yes: 'Same e-mail at purchase and delivery',
      no: first
        ? 'Another e-mail at delivery than at purchase'
        : 'No e-mail of a delivery to compare with that of the purchase',
      today: first ? 'Have the customer confirm the other address, and comment on what they say.' : send,
      needed: true,
    }),
  ];
}

function undeliveredText({ bounced, deliveredLate }: Findings): string | null {
  if (bounced) return clip(bounced.reason ?? packMinute(bounced.at), 120);
  return deliveredLate && `Reported on ${packMinute(deliveredLate.recordedAt ?? deliveredLate.at)}`;
}

function accessItems({ order, records, places }: Sources, found: Findings): Item[] {
  const { completed, views, device, sameIp, sameDevice } = found;
  const [first] = completed;
  const begun = found.downloads.length > 0;
  const placed = records.accesses.filter(({ timezone, ip }) => timezone ?? places.get(ip));
  const seen = placed.find(({ origin }) => origin === 'public') ?? placed[0];
  const isCustomers = records.accesses.some(({ origin }) => origin === 'public');
  const again = 'Send the e-mail again: its button leads the customer to the document.';
  return [
    item(views.length > 0 || begun, {
      yes: isCustomers ? 'Order looked at by the customer' : 'Order looked at',
      no: 'No visit by the customer recorded',
      detail: records.accesses[0]
        ? andUnplaced(`First ${packMinute(records.accesses[0].at)}`, records.accesses)
        : (leftOutText(records) ?? lateOutText(records)),
      today: again,
      ...{ needed: true, core: true },
    }),
    item(Boolean(first), {
      yes: 'Document downloaded in whole',
      no: begun ? 'No download is recorded as complete' : 'No download recorded',
      detail: first && andUnplaced(`${packMinute(first.at)}, ${counted(completed.length, 'time')}`, completed),
      today: again,
      needed: true,
    }),
    item(Boolean(order.ip), {
      yes: 'IP address of the order',
      no: 'The IP address of the order was not recorded',
      detail: order.ip && placeText(order.ip, places),
      today: 'Nothing: it is recorded only as an order comes in.',
      needed: true,
    }),
    item(device !== null, {
      yes: 'Device of the order',
      no: 'The device of the order was not recorded',
      detail: device && deviceText(device),
      today: 'Nothing: it is recorded only as an order comes in.',
    }),
    item(sameIp + sameDevice > 0, {
      yes: 'Same IP address or device at order and access',
      no: 'Neither IP address nor device of the order seen again',
      detail:
        sameIp + sameDevice > 0 ? `IP address ${counted(sameIp, 'time')}, device ${counted(sameDevice, 'time')}` : null,
      today: 'Nothing: the pack shows the mismatch, and says why it may be.',
    }),
    item(seen !== undefined, {
      yes: seen?.origin === 'public' ? 'Where the customer was' : 'Where it was looked at',
      no: 'It is not known where the customer was',
      detail: seen ? placeText(seen.ip, places, seen.timezone) : null,
    }),
  ];
}

const andUnplaced = (said: string, accesses: readonly AccessRecord[]) =>
  [said, unplacedText(accesses)].filter(Boolean).join('; ');

const documentItem = ({ document }: Findings): Item =>
  item(document !== null, {
    yes: 'Document file and SHA-256',
    no: 'There is no document',
    detail: document && clip(document.name, 90),
    today: 'Upload the document: it is e-mailed then.',
    needed: true,
  });

function contactItem({ records }: Sources): Item {
  const contacts = records.contacts.filter(({ lateAt }) => lateAt === null);
  return item(contacts.length > 0, {
    yes: 'Call or WhatsApp message recorded',
    no: 'No call and no WhatsApp message recorded',
    detail: contacts.length > 0 ? counted(contacts.length, 'remark') : null,
    today: 'Call the customer, comment on what they say, and tick Telephone or Whatsapp.',
  });
}

const openItem = ({ openedAt, openedLate }: Findings): Item =>
  item(openedAt !== null, {
    yes: 'E-mail opened',
    no: `No open of the e-mail recorded${openedLate ? ' before the dispute' : ''}`,
    detail:
      openedAt === null ? 'Only indicative. The pack does not need it.' : `${packMinute(openedAt)}; only indicative`,
  });

function earlierItem(sources: Sources): Item {
  const { isEligible, said } = compellingEvidence(sources);
  return item(isEligible, {
    yes: 'Visa Compelling Evidence 3.0',
    no: 'No Visa Compelling Evidence 3.0',
    detail: said,
  });
}
