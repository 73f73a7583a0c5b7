import { packDay, packMinute } from 'shared/format/dates';
import { defencePackHistories, defencePackNames } from 'shared/rules/defencePacks';
import { compellingEvidence, earlierOrdersExhibit } from './exhibits/earlierOrders.ts';
import { accessExhibit, comparisonExhibit } from './exhibits/accessExhibit.ts';
import { contactsExhibit, copyExhibit, documentExhibit, orderExhibit } from './exhibits/orderExhibit.ts';
import { mailExhibit } from './exhibits/mailExhibit.ts';
import { findingsIn, type Findings } from './findings.ts';
import {
  clipToWidth,
  maskPassport,
  maskPassports,
  orNotRecorded,
  amountText,
  type ExhibitContent,
  type ExhibitKey,
  type RowLimit,
} from './packText.ts';
import type { PackSources } from './packRecords.ts';
import { packSummary, packTitle } from './packSummary.ts';
import { packTimeline } from './packTimeline.ts';

/**
 * The exact text of a pack. Its PDF is rendered only from this and the document. `rowShare`, at most 1, scales how many
 * rows exhibits list in full. `hasFile`: whether the document's stored file still matches its record.
 */
export function packContent(unmasked: PackSources, { rowShare = 1, hasFile = false } = {}) {
  const { passport_number, familyMember = [] } = unmasked.order.declaration;
  const passports = [passport_number, ...familyMember.map((one) => one.family_passport_number)];
  const sources = withMasks(unmasked, passports);
  const { defencePackType, order, at, by, lastHash } = sources;
  const found = findingsIn(sources);
  const rowLimit = (max: number) => Math.max(2, Math.floor(max * rowShare));
  const exhibits = exhibitsOf(sources, found, { rowLimit, hasFile });
  const letters = new Map(exhibits.map(([key], index) => [key, letterAt(index)]));
  const { rows, folded } = packTimeline(sources, found);
  const content = {
    orderId: order.orderId,
    /** When the pack was made, in UTC. */
    day: [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
    kind: `Dispute response · Defence Pack ${defencePackType}: ${defencePackNames[defencePackType]}`,
    title: packTitle(defencePackType, found),
    facts: disputeFacts(sources, found),
    summary: packSummary(sources, found, (key) => letters.get(key) ?? ''),
    timelineTitle: `Timeline with the ${defencePackHistories[defencePackType]}, all times UTC`,
    timeline: rows.map(({ exhibit, ...row }) => ({ ...row, exhibit: letters.get(exhibit) ?? null })),
    folded,
    exhibits: exhibits.map(([, exhibit], index) => ({ letter: letterAt(index), ...exhibit })),
    foot: {
      pack: `Order ${order.orderId} · Defence Pack ${defencePackType}`,
      made: `Made ${packMinute(at)} by ${clipToWidth(by, 30)}, from append-only records`,
      hash: `Last hash of the history: ${lastHash ?? 'none'}`,
    },
  };
  return maskPassports(content, passports);
}

/**
 * Masks passport numbers before texts are cut, because a cut number would not be found. `packContent` masks the result
 * again, because combined texts may contain a number.
 */
function withMasks(unmasked: PackSources, passports: Parameters<typeof maskPassports>[1]): PackSources {
  const { declaration, orderId, ...order } = unmasked.order;
  return {
    ...unmasked,
    order: { ...maskPassports(order, passports), declaration, orderId },
    records: maskPassports(unmasked.records, passports),
  };
}

const letterAt = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

function exhibitsOf(
  sources: PackSources,
  found: Findings,
  { rowLimit, hasFile }: { rowLimit: RowLimit; hasFile: boolean },
): (readonly [ExhibitKey, ExhibitContent])[] {
  const { records, defencePackType, documentPages } = sources;
  const ofPack: (readonly [ExhibitKey, ExhibitContent | null])[] =
    defencePackType === 1
      ? [
          ['order', orderExhibit(sources, found)],
          ['mails', mailExhibit(sources, rowLimit)],
          ['document', documentExhibit(records, rowLimit)],
          ['contacts', contactsExhibit(records, rowLimit)],
        ]
      : [
          ['order', orderExhibit(sources, found)],
          ['compared', comparisonExhibit(sources, found, rowLimit)],
          ['accesses', accessExhibit(sources, rowLimit)],
          ['document', documentExhibit(records, rowLimit)],
          ['earlier', earlierOrdersExhibit(sources, compellingEvidence(sources), rowLimit)],
        ];
  const copy = found.document && copyExhibit({ hasFile, isLeftOut: documentPages === 'none' });
  return [...ofPack, ['copy', copy] as const].flatMap(([key, exhibit]) => (exhibit ? [[key, exhibit] as const] : []));
}

function disputeFacts(sources: PackSources, found: Findings) {
  const { delivered, deliveredLate, completed, paidAt, disputedAt } = found;
  const { order, defencePackType } = sources;
  const reached: readonly [string, string | null | undefined] =
    defencePackType === 1
      ? ['Delivered', delivered ? packMinute(delivered.at) : deliveredLate && 'reported after the dispute']
      : ['Downloaded', completed[0]?.file?.completedAt && packMinute(completed[0].file.completedAt)];
  const facts: (readonly [label: string, said: string | null | undefined])[] = [
    ['Merchant', order.merchantName && clipToWidth(order.merchantName, 38)],
    ['Transaction ID', order.transactionId && clipToWidth(order.transactionId, 38)],
    ['Amount', amountText(order)],
    ['Paid', paidAt && packMinute(paidAt)],
    ['Customer email', clipToWidth(order.email, 38)],
    ['Traveller', clipToWidth(order.fullName, 76)],
    ['Passport', order.declaration.passport_number && maskPassport(order.declaration.passport_number)],
    reached,
    ['Ordered', packMinute(order.createdAt)],
    ...(disputedAt ? [['Disputed', packDay(disputedAt)] as [string, string]] : []),
  ];
  return facts.map(([label, value]) => ({ label, said: orNotRecorded(value) }));
}
