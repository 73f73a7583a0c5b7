import { answerText } from './answerText.ts';
import { hasStayDuration } from './conditions.ts';
import type { Fact } from './fact.ts';
import { stayDuration } from './stayDuration.ts';

/** "Trip Information": the stay, and where home is (rules 10.1, 10.5). */
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
