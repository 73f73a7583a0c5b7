import type { OrderDetails } from 'shared/api/orderDetails';

/** A section of the order page: its anchor, its tab in the head, and what the tab counts. */
export interface OrderSection {
  id: 'emails' | 'upload' | 'order' | 'personal' | 'downloads' | 'comments';
  tab: string;
  count?: (order: OrderDetails) => number;
  shown?: (order: OrderDetails) => boolean;
}

/** The sections, in the order of rules 9.2. */
const orderSections: readonly OrderSection[] = [
  {
    id: 'emails',
    tab: 'Emails',
    count: (order) => order.mailHistory.length,
    shown: (order) => order.mailHistory.length > 0,
  },
  { id: 'upload', tab: 'Upload' },
  { id: 'order', tab: 'Order' },
  { id: 'personal', tab: 'Personal' },
  { id: 'downloads', tab: 'Downloads', count: (order) => order.downloadTotal },
  { id: 'comments', tab: 'Comments', count: (order) => order.remarks.length },
];

/** The sections that this order has. */
export const sectionsOf = (order: OrderDetails) => orderSections.filter(({ shown }) => shown?.(order) ?? true);
