import type { DeclarationAnswers } from '../api/orderDetails.ts';

type StayAnswers = Pick<
  DeclarationAnswers,
  'intended_stay_duration_year' | 'intended_stay_duration_month' | 'intended_stay_duration_day'
>;

/** How long the stay is meant to be, "1 year, 2 months, 14 days"; null when nothing of it was answered. */
export function stayDuration(order: StayAnswers): string | null {
  const parts = [
    { count: order.intended_stay_duration_year, unit: 'year' },
    { count: order.intended_stay_duration_month, unit: 'month' },
    { count: order.intended_stay_duration_day, unit: 'day' },
  ].filter(({ count }) => Boolean(count));
  const told = parts.filter(({ count }) => count !== '0');
  if (parts.length > 0 && told.length === 0) return '0 days';
  return told.map(({ count, unit }) => `${count} ${unit}${count === '1' ? '' : 's'}`).join(', ') || null;
}
