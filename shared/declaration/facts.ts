import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { detailEstDay, detailUtcDay } from '../format/dates.ts';
import { formatPhone } from '../format/phone.ts';
import { orderStatus } from '../rules/orderStatus.ts';
import { hasStayDuration } from './conditions.ts';
import { answerText, dayInParts, type Fact } from './fact.ts';

/** "Order Details" (rules 9.4, 19.1). */
export const orderFacts: readonly Fact[] = [
  { label: 'Order ID', value: 'order_id', copy: true },
  {
    label: 'Process status',
    value: (order) => orderStatus[order.process_status].label,
    status: (order) => order.process_status,
  },
  { label: 'Processing mode', value: (order) => (order.processing_mode === 'priority' ? 'Priority' : 'Standard') },
  { label: 'Email', value: 'email', copy: true, email: true },
  { label: 'Confirmed email', value: 'confirm_email', copy: true, email: true },
  {
    label: 'Contact email',
    value: 'contact_email_address',
    copy: true,
    email: true,
    shown: (order) => Boolean(order.contact_email_address) && order.contact_email_address !== order.email,
  },
  { label: 'Created', value: (order) => detailEstDay(order.created_at), moment: (order) => order.created_at },
  { label: 'Transaction ID', value: 'transaction_id', copy: true, mono: true },
  { label: 'Merchant name', value: 'merchant_name', copy: true, words: true },
  { label: 'Processing date', value: (order) => order.processing_date && detailUtcDay(order.processing_date) },
  { label: 'Landing domain', value: 'landing_domain' },
  { label: 'Processed by', value: 'processed_by', words: true },
  { label: 'Process month', value: 'process_month' },
  {
    label: 'Refund date',
    value: (order) => order.refund_date && detailUtcDay(order.refund_date),
    shown: (order) => order.refund_date !== null,
  },
  {
    label: 'Refund amount',
    value: ({ refund }) => (refund?.amount ? `${refund.currency} ${refund.amount}` : null),
    shown: ({ refund }) => Boolean(refund?.amount),
  },
  {
    label: 'Refund reference',
    value: ({ refund }) => refund?.reference ?? null,
    shown: ({ refund }) => Boolean(refund?.reference),
    copy: true,
    mono: true,
  },
  {
    label: 'Refund reason',
    value: ({ refund }) => refund?.reason ?? null,
    shown: ({ refund }) => Boolean(refund?.reason),
    words: true,
  },
];

/** "Personal Information", for the government's form (rule 9.5). */
export const personalFacts: readonly Fact[] = [
  { label: 'First name', value: 'first_name', copy: true, words: true },
  { label: 'Last name', value: 'last_name', copy: true, words: true },
  {
    label: 'Date of birth',
    ...dayInParts((order) => [order.date_of_dob, order.month_of_dob, order.year_of_dob]),
  },
  { label: 'Country of birth', value: 'place_of_birth', copy: true, words: true },
  { label: 'Current nationality', value: 'current_nationality', copy: true, words: true },
  { label: 'Passport number', value: 'passport_number', copy: true, mono: true },
  {
    label: 'Telephone',
    value: ({ country_code, phone_number }) => phone_number && formatPhone(country_code, phone_number),
    copy: true,
    telephone: true,
  },
  { label: 'Occupation', value: 'your_occupation', copy: true, words: true },
];

/** "Trip Information" (rules 10.1, 10.5). */
export const tripFacts: readonly Fact[] = [
  { label: 'Lives in New Zealand', value: (order) => answerText(order.live_in_new_zealand) },
  { label: 'Stays permanently', value: (order) => answerText(order.intend_staying_permanently_nz) },
  { label: 'Intended stay', value: stayDuration, copy: true, shown: hasStayDuration },
  { label: 'Purpose', value: 'trip_purpose', copy: true, words: true },
  { label: 'Overseas country', value: 'overseas_country_name', copy: true, words: true },
  { label: 'Country lived in', value: 'living_country', copy: true, words: true },
  { label: 'Street', value: 'street', copy: true, words: true },
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
  const counted = parts.filter(({ count }) => count !== '0');
  if (parts.length > 0 && counted.length === 0) return '0 days';
  return counted.map(({ count, unit }) => `${count} ${unit}${count === '1' ? '' : 's'}`).join(', ') || null;
}

export interface FamilyColumn {
  label: string;
  field: keyof DeclarationAnswers['familyMember'][number];
  copy?: true;
  mono?: true;
  /** Shown on its own line below the name on a phone. */
  under?: true;
}

/** "Family Information" (rule 10.7). */
export const familyColumns: readonly FamilyColumn[] = [
  { label: 'Name', field: 'family_member_name', copy: true },
  { label: 'Relationship', field: 'family_relationship', under: true },
  { label: 'Passport number', field: 'family_passport_number', copy: true, mono: true },
  { label: 'Nationality', field: 'family_nationality', under: true },
  { label: 'Other nationalities', field: 'family_other_nationalities', under: true },
];
