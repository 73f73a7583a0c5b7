import type { OrderDetails } from '../api/orderDetails.ts';

type FamilyMember = OrderDetails['familyMember'][number];

/** A column of Family Information. */
export interface FamilyColumn {
  label: string;
  field: keyof FamilyMember;
  /** Gets typed elsewhere, so it has a copy button. */
  copy?: true;
  /** 0 and O, I and l must not be mistaken. */
  mono?: true;
  /** Stands in a line of its own below the name where a phone has no column for it. */
  under?: true;
}

/** "Family Information" (rules 10.7): a row for each member. */
export const familyColumns: readonly FamilyColumn[] = [
  { label: 'Name', field: 'family_member_name', copy: true },
  { label: 'Relationship', field: 'family_relationship' },
  { label: 'Passport number', field: 'family_passport_number', copy: true, mono: true },
  { label: 'Nationality', field: 'family_nationality', under: true },
  { label: 'Other nationalities', field: 'family_other_nationalities', under: true },
];
