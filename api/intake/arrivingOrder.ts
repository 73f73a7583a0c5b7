import type { IntakeOrder } from 'shared/api/intakeOrder';
import { arrivalStatus } from 'shared/rules/arrivalStatus';

/** The columns that an arriving order fills; the others have their defaults. */
export const arrivalColumns = [
  'order_id',
  'process_status',
  'arrived_as_future',
  'first_name',
  'last_name',
  'full_name',
  'email',
  'confirm_email',
  'contact_email_address',
  'phone_number',
  'country_code',
  'created_at',
  'processing_date',
  'processing_mode',
  'landing_domain',
  'paid_at',
  'amount',
  'currency',
  'order_ip',
  'order_user_agent',
  'declaration',
] as const;

export type ArrivalColumn = (typeof arrivalColumns)[number];
/** One row of `orders` as it arrives, ready to be written as text or as JSON. */
export type ArrivingOrder = Record<Exclude<ArrivalColumn, 'order_id'>, unknown> & { order_id: string };

/** What an order is when it arrives: its folder follows from its processing date, payment and mode. */
export function arrivingOrder({ answers, ...order }: IntakeOrder, now: Date): ArrivingOrder {
  const { processing_date: processingDate, paid_at: paidAt, processing_mode: processingMode } = order;
  const status = arrivalStatus({ processingDate, paidAt, processingMode }, utcDay(now));
  return { ...order, process_status: status, arrived_as_future: status === 'Future', declaration: answers };
}

let lastDay = { of: 0, text: '' };

/** YYYY-MM-DD, made once a moment. */
function utcDay(now: Date): string {
  if (lastDay.of !== now.getTime()) lastDay = { of: now.getTime(), text: now.toISOString().slice(0, 10) };
  return lastDay.text;
}
