import type { OrderDetails } from '../api/orderDetails.ts';
import { questionStatuses, orderStatus, type OrderStatus } from '../rules/orderStatus.ts';
import { arrivalFacts } from './arrival.ts';
import { hasFamily, hasGoods } from './conditions.ts';
import { type Fact, isYes, type Question, valueLabel } from './fact.ts';
import { goodsQuestions } from './goods.ts';
import { orderFacts, personalFacts, tripFacts } from './facts.ts';
import { tripQuestions } from './tripQuestions.ts';

export interface Section {
  title: string;
  tab: string;
  facts?: readonly Fact[];
  questions?: readonly Question[];
  /** The note next to the section's title. */
  tag?: (order: OrderDetails) => string | null;
  /** The count on the tab. Without it, the tab shows how many answers are Yes. */
  count?: (order: OrderDetails) => number;
  shown?: (order: OrderDetails) => boolean;
}

/** Keyed by anchor, in the order of rule 9.2. */
export const sections = {
  emails: {
    title: 'Email History',
    tab: 'Emails',
    count: (order) => order.mailHistory.length,
    shown: (order) => order.mailHistory.length > 0,
  },
  upload: { title: 'Upload Document', tab: 'Upload' },
  messages: {
    title: 'Customer Messages',
    tab: 'Messages',
    count: (order) => order.customerMessages.length,
    shown: ({ customerMessages, process_status: status }) =>
      customerMessages.length > 0 || (questionStatuses as readonly OrderStatus[]).includes(status),
  },
  order: { title: 'Order Details', tab: 'Order', facts: orderFacts },
  personal: { title: 'Personal Information', tab: 'Personal', facts: personalFacts },
  arrival: {
    title: 'Arrival Details',
    tab: 'Arrival',
    facts: arrivalFacts,
    tag: ({ travel_type }) => travel_type && valueLabel(travel_type),
  },
  trip: { title: 'Trip Information', tab: 'Trip', facts: tripFacts, questions: tripQuestions },
  family: {
    title: 'Family Information',
    tab: 'Family',
    count: (order) => order.familyMember.length,
    shown: hasFamily,
  },
  goods: { title: 'Importing Goods / Items brought', tab: 'Goods', questions: goodsQuestions, shown: hasGoods },
  downloads: { title: 'Download History', tab: 'Downloads', count: (order) => order.downloadTotal },
  evidence: {
    title: 'Dispute evidence',
    tab: 'Evidence',
    shown: ({ process_status }) => orderStatus[process_status].evidence === true,
  },
  comments: { title: 'Comment History', tab: 'Comments', count: (order) => order.remarks.length },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionId = keyof typeof sections;

export type FactsSectionId = {
  [Id in SectionId]: (typeof sections)[Id] extends { facts: unknown } ? Id : never;
}[SectionId];

export type NamedSection = Section & { id: SectionId };

export function sectionsOf(order: OrderDetails): NamedSection[] {
  return (Object.entries(sections) as [SectionId, Section][])
    .filter(([, { shown }]) => shown?.(order) ?? true)
    .map(([id, section]) => ({ id, ...section }));
}

/** The mark on a section's tab: a count, or "2 yes". */
export function tabMark({ count, questions }: Section, order: OrderDetails): string | null {
  if (count) return String(count(order));
  const yes = yesCount({ questions }, order);
  return yes > 0 ? `${yes} yes` : null;
}

export const yesCount = ({ questions }: Pick<Section, 'questions'>, order: OrderDetails): number =>
  questions?.filter((question) => isYes(question, order)).length ?? 0;

export const isFactsSection = (id: SectionId): id is FactsSectionId => 'facts' in sections[id];
