import type { OrderDetails } from '../api/orderDetails.ts';
import { askingStatuses, orderStatus, type OrderStatus } from '../rules/orderStatus.ts';
import { arrivalFacts } from './arrivalFacts.ts';
import { hasFamily, hasGoods } from './conditions.ts';
import type { Fact } from './fact.ts';
import { goodsQuestions } from './goods.ts';
import { nameOfValue } from './nameOfValue.ts';
import { orderFacts } from './orderFacts.ts';
import { personalFacts } from './personalFacts.ts';
import { isYes, type Question } from './question.ts';
import { tripFacts } from './tripFacts.ts';
import { tripQuestions } from './tripQuestions.ts';

/** A section of an order. One with `facts` is a table of them; the others are drawn by a part of their own. */
export interface Section {
  title: string;
  /** Its name in the head of the order page. */
  tab: string;
  facts?: readonly Fact[];
  /** What is answered with Yes or No; they stand below the facts. */
  questions?: readonly Question[];
  /** What the section says beside its title. */
  tag?: (order: OrderDetails) => string | null;
  /** What the tab counts; where there are questions, these are counted that are answered with Yes. */
  count?: (order: OrderDetails) => number;
  /** Without it every order has the section. */
  shown?: (order: OrderDetails) => boolean;
}

/** The sections by their anchors, in the order of rules 9.2. */
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
      customerMessages.length > 0 || (askingStatuses as readonly OrderStatus[]).includes(status),
  },
  order: { title: 'Order Details', tab: 'Order', facts: orderFacts },
  personal: { title: 'Personal Information', tab: 'Personal', facts: personalFacts },
  arrival: {
    title: 'Arrival Details',
    tab: 'Arrival',
    facts: arrivalFacts,
    tag: ({ travel_type }) => travel_type && nameOfValue(travel_type),
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

/** The sections that are a table of facts. */
export type FactsSectionId = {
  [Id in SectionId]: (typeof sections)[Id] extends { facts: unknown } ? Id : never;
}[SectionId];

/** A section with its anchor. */
export type NamedSection = Section & { id: SectionId };

/** The sections that this order has, in their order. */
export function sectionsOf(order: OrderDetails): NamedSection[] {
  return (Object.entries(sections) as [SectionId, Section][])
    .filter(([, { shown }]) => shown?.(order) ?? true)
    .map(([id, section]) => ({ id, ...section }));
}

/** What the tab of a section says beside its name: how many it has, or "2 yes"; null when there is nothing to say. */
export function tabMark({ count, questions }: Section, order: OrderDetails): string | null {
  if (count) return String(count(order));
  const yes = yesCount({ questions }, order);
  return yes > 0 ? `${yes} yes` : null;
}

/** How many questions of a section this order answers with Yes. */
export const yesCount = ({ questions }: Pick<Section, 'questions'>, order: OrderDetails): number =>
  questions?.filter((question) => isYes(question, order)).length ?? 0;

/** Whether a section is a table of facts. */
export const isFactsSection = (id: SectionId): id is FactsSectionId => 'facts' in sections[id];
