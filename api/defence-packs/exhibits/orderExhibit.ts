import { orderFacts } from 'shared/declaration/orderFacts';
import { personalFacts } from 'shared/declaration/personalFacts';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import type { Findings } from '../findings.ts';
import type { ExhibitContent } from '../packContent.ts';
import type { PackSources } from '../packSources.ts';
import {
  clip,
  counted,
  deviceText,
  item,
  type Item,
  laterText,
  listed,
  masked,
  orNotRecorded,
  placeText,
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
