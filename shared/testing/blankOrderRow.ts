import { orderRow, type OrderRow } from '../api/orderRow.ts';

type BlankOrderRow = { [Field in keyof OrderRow as null extends OrderRow[Field] ? Field : never]: null };

/** What an order need not have: a test's order says only what it has of it, and new fields need no edit there. */
export const blankOrderRow = Object.fromEntries(
  Object.entries(orderRow.entries)
    .filter(([, field]) => field.type === 'nullable')
    .map(([name]) => [name, null]),
) as BlankOrderRow;
