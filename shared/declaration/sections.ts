import type { OrderDetails } from '../api/orderDetails.ts';
import type { Fact } from './fact.ts';
import { orderFacts } from './orderFacts.ts';
import { personalFacts } from './personalFacts.ts';

/** A section of an order. One with `facts` is a table of them; the others are drawn by a part of their own. */
export interface Section {
  title: string;
  /** Its name in the head of the order page. */
  tab: string;
  facts?: readonly Fact[];
  /** What the tab counts. */
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
  order: { title: 'Order Details', tab: 'Order', facts: orderFacts },
  personal: { title: 'Personal Information', tab: 'Personal', facts: personalFacts },
  downloads: { title: 'Download History', tab: 'Downloads', count: (order) => order.downloadTotal },
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

/** Whether a section is a table of facts. */
export const isFactsSection = (id: SectionId): id is FactsSectionId => 'facts' in sections[id];
