/** How a bulk call names its orders: by id, or as a whole folder with its filter. */
import * as v from 'valibot';
import { orderId } from './fields.ts';
import { folderName, month, searchVal } from './listFilter.ts';

/** An action on more orders than this, or on a whole folder, runs as a job. */
export const maxSynchronousOrders = 500;

export const maxBulkOrders = 50_000;

/** Bytes, enough for `maxBulkOrders` ids. */
export const bulkBodyLimit = 2 * 1_048_576;

/** One order id or up to 50,000; parsed to an array without duplicates. */
export const orderIds = v.pipe(
  v.union(
    [
      orderId,
      v.pipe(
        // Stop at the first wrong id: collecting 50,000 issues is slow.
        v.config(v.array(orderId), { abortEarly: true }),
        v.minLength(1, 'Select at least one order'),
        v.maxLength(maxBulkOrders, `At most ${maxBulkOrders.toLocaleString('en-GB')} orders at once`),
      ),
    ],
    'An order ID has 6 to 18 digits',
  ),
  v.transform((ids) => [...new Set(Array.isArray(ids) ? ids : [ids])]),
);

const target = { orderId: v.optional(orderIds), folderName: v.optional(folderName), searchVal, month };

/**
 * The input of a bulk call: its own fields, and either order ids or a folder. A folder means all its orders that match
 * `searchVal` (and `month` in Future Order) when the call arrives.
 */
export const bulkInput = <Own extends v.ObjectEntries>(own: Own) =>
  v.pipe(
    v.strictObject({ ...target, ...own }),
    v.check((input) => {
      const { orderId, folderName } = input as { orderId?: unknown; folderName?: unknown };
      return (orderId === undefined) !== (folderName === undefined);
    }, 'Pass either order IDs or a folder name'),
  );
