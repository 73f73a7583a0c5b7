import * as v from 'valibot';
import { statuses } from '../rules/orderStatus.ts';
import { isoDay, isoTimestamp } from './fields/fields.ts';

/** One row of an order list: rule 7.9. */
export const orderRow = v.object({
  order_id: v.string(),
  process_status: v.picklist(statuses),
  first_name: v.string(),
  last_name: v.string(),
  full_name: v.string(),
  email: v.string(),
  contact_email_address: v.nullable(v.string()),
  /** Whether mail to the last address used bounced or was reported as spam (rule 12.17). */
  email_bounced: v.boolean(),
  /** Whether a message from the customer is not handled (rule 9.28). */
  customer_wrote: v.boolean(),
  /** When the oldest unhandled message arrived; null if there is none. */
  waiting_since: v.nullable(isoTimestamp),
  first_words: v.nullable(v.string()),
  /** The id of the customer's newest message; null if none is unhandled. */
  newest_message: v.nullable(v.number()),
  phone_number: v.nullable(v.string()),
  country_code: v.nullable(v.string()),
  created_at: isoTimestamp,
  refund_date: v.nullable(isoDay),
  processing_date: v.nullable(isoDay),
  process_month: v.nullable(v.string()),
  assign_to: v.nullable(v.string()),
});

export type OrderRow = v.InferOutput<typeof orderRow>;
