import type { OrderDetails } from '../api/orderDetails.ts';

type FamilyMember = OrderDetails['familyMember'][number];

export interface FamilyColumn {
  label: string;
  field: keyof FamilyMember;
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
