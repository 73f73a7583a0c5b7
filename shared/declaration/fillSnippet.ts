import { detailUtcDay } from '../format/dates.ts';
import { formatPhone } from '../format/phone.ts';
import { orderStatus } from '../rules/orderStatus.ts';
import type { DeclaredOrder } from './fact.ts';

const fields = {
  order_id: (order) => order.order_id,
  first_name: (order) => order.first_name,
  last_name: (order) => order.last_name,
  full_name: (order) => order.full_name,
  email: (order) => order.email,
  telephone: ({ country_code, phone_number }) => phone_number && formatPhone(country_code, phone_number),
  passport_number: (order) => order.passport_number,
  nationality: (order) => order.current_nationality,
  process_status: (order) => orderStatus[order.process_status].label,
  processing_date: (order) => order.processing_date && detailUtcDay(order.processing_date),
} as const satisfies Readonly<Record<string, (order: DeclaredOrder) => string | null>>;

export const snippetFields = Object.keys(fields);

/** Fills in the order's fields. Missing values become empty; unknown placeholders stay. */
export const fillSnippet = (text: string, order: DeclaredOrder): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) =>
    Object.hasOwn(fields, name) ? (fields[name as keyof typeof fields](order) ?? '') : braces,
  );
