import { formatPhone } from '../format/phone.ts';
import { dayInParts, type Fact } from './fact.ts';

/** "Personal Information", for the government's form (rules 9.5). */
export const personalFacts: readonly Fact[] = [
  { label: 'First name', value: 'first_name', copy: true, words: true },
  { label: 'Last name', value: 'last_name', copy: true, words: true },
  {
    label: 'Date of birth',
    ...dayInParts((order) => [order.date_of_dob, order.month_of_dob, order.year_of_dob]),
    long: true,
  },
  { label: 'Country of birth', value: 'place_of_birth', copy: true, words: true },
  { label: 'Current nationality', value: 'current_nationality', copy: true, words: true },
  { label: 'Passport number', value: 'passport_number', copy: true, mono: true },
  {
    label: 'Telephone',
    value: ({ country_code, phone_number }) =>
      country_code && phone_number ? formatPhone(country_code, phone_number) : phone_number,
    copy: true,
    telephone: true,
  },
  { label: 'Occupation', value: 'your_occupation', copy: true, words: true },
];
