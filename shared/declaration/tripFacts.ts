import { answerText } from './answerText.ts';
import { hasStayDuration } from './conditions.ts';
import type { Fact } from './fact.ts';
import type { DeclarationAnswers } from '../api/orderDetails.ts';

/** "Trip Information" (rules 10.1, 10.5). */
export const tripFacts: readonly Fact[] = [
  { label: 'Lives in New Zealand', value: (order) => answerText(order.live_in_new_zealand) },
  { label: 'Stays permanently', value: (order) => answerText(order.intend_staying_permanently_nz) },
  { label: 'Intended stay', value: stayDuration, copy: true, shown: hasStayDuration },
  { label: 'Purpose', value: 'trip_purpose', copy: true, words: true },
  { label: 'Overseas country', value: 'overseas_country_name', copy: true, words: true },
  { label: 'Country lived in', value: 'living_country', copy: true, words: true },
  { label: 'Street', value: 'street', copy: true, words: true, long: true },
  { label: 'City', value: 'city', copy: true, words: true },
  { label: 'State or province', value: 'state_province', copy: true, words: true },
  { label: 'Country of residence', value: 'residential_country', copy: true, words: true },
];

type StayAnswers = Pick<
  DeclarationAnswers,
  'intended_stay_duration_year' | 'intended_stay_duration_month' | 'intended_stay_duration_day'
>;

/** "1 year, 2 months, 14 days"; null if unanswered. */
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
