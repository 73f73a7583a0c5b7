import type { OrderRow } from '../api/orderRow.ts';
import { blankOrderRow } from './blankOrderRow.ts';

/** One row of a list, as the API answers it. */
export function orderRowOf(given: Partial<OrderRow> & { order_id: string }): OrderRow {
  return {
    ...blankOrderRow,
    process_status: 'New',
    first_name: 'Mele',
    last_name: `Tupou ${given.order_id}`,
    full_name: `Mele Tupou ${given.order_id}`,
    email: `order${given.order_id}@example.test`,
    email_bounced: false,
    customer_wrote: false,
    phone_number: '20 555 0128',
    country_code: '676',
    created_at: '2026-11-21T08:40:00.000Z',
    ...given,
  };
}
