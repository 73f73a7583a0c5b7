import type { OrderStatus } from './orderStatus.ts';

/**
 * The status of an order on arrival, on its processing date and once paid (rules 4.3, 4.4, 4.5). `today` is a UTC day,
 * YYYY-MM-DD.
 */
export function firstStatus(
  order: { processingDate: string | null; paidAt: Date | null; processingMode: 'standard' | 'priority' },
  today: string,
): OrderStatus {
  if (order.processingDate !== null && order.processingDate > today) return 'Future';
  if (order.paidAt === null) return 'Pending';
  return order.processingMode === 'priority' ? 'Priority' : 'New';
}
