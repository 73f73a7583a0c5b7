import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';

interface ToldChange {
  orderId: string;
  at: Date;
  /** Null: the product itself. */
  by: string | null;
  kind: HistoryKind;
  to: string | null;
}

/** What somebody did to an order, as a person reads it: "Tia Team moved 100471 to Pending at 10:31" (UTC). */
export function changeText({ orderId, at, by, kind, to }: ToldChange): string {
  const what = deeds[kind](orderId, to ?? '');
  return `${by ?? (kind === 'customer' ? 'The customer' : 'Arrival Desk')} ${what} at ${at.toISOString().slice(11, 16)}`;
}

const moved = (orderId: string, to: string) => `moved ${orderId} to ${orderStatus[to as OrderStatus]?.label ?? to}`;

const deeds: Record<HistoryKind, (orderId: string, to: string) => string> = {
  assign: (orderId, to) => `assigned ${orderId} to ${to}`,
  release: (orderId) => `moved ${orderId} to its original folder`,
  move: moved,
  promote: moved,
  delete: (orderId) => `deleted ${orderId}`,
  restore: (orderId) => `restored ${orderId}`,
  refund: (orderId) => `refunded ${orderId}`,
  remark: (orderId) => `commented on ${orderId}`,
  upload: (orderId) => `uploaded a document to ${orderId}`,
  mail: (orderId) => `took back an e-mail of ${orderId}`,
  payment: (orderId) => `marked ${orderId} paid`,
  ask: (orderId) => `asked the customer of ${orderId}`,
  customer: (orderId) => `wrote to ${orderId}`,
  settle: (orderId) => `dealt with what the customer of ${orderId} wrote`,
  details: (orderId) => `entered the transaction details of ${orderId}`,
  withdraw: (orderId) => `withdrew a document of ${orderId}`,
  undo: (orderId) => `took back what was done to ${orderId}`,
};
