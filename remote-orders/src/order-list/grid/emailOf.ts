import type { OrderRow } from 'shared/api/orderRow';

/** The address a list shows: the contact's, else the applicant's (rules 7.8). */
export const emailOf = (row: OrderRow) => row.contact_email_address || row.email;
