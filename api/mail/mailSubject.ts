import type { OrderMailKind } from './mailQueries.ts';

const subjects: Readonly<Record<OrderMailKind, (orderId: string) => string>> = {
  approval: (orderId) => `Your New Zealand travel declaration is ready, order ${orderId}`,
  refund: (orderId) => `Your refund for order ${orderId}`,
  invoice: (orderId) => `Your invoice for order ${orderId}`,
};

/** The subject of a mail to a customer (rules 12.14): known when it is asked for, and kept from then on. */
export const mailSubject = (kind: OrderMailKind, orderId: string): string => subjects[kind](orderId);
