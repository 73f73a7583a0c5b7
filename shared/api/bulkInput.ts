/** Which orders a bulk call is about: orders by their ids, or a whole folder by its filter. */
import * as v from 'valibot';
import { orderId } from './fields.ts';
import { folderName, month, searchVal } from './listFilter.ts';

/** So many orders are done before the call answers; more are worked off as a job. */
export const ordersAtOnce = 500;

/** The most order ids of one call. A list that shows all of its folder lets as many be ticked. */
export const mostOrderIds = 50_000;

/** Bytes: room for as many ids, and for as many values as `readJson` allows a body of that size. */
export const bulkBodyLimit = 2 * 1_048_576;

/** One order id or up to 50,000 of them, each once and always an array once parsed. */
export const orderIds = v.pipe(
  v.union(
    [
      orderId,
      v.pipe(
        // The first wrong id is enough: 50,000 issues would take their time.
        v.config(v.array(orderId), { abortEarly: true }),
        v.minLength(1, 'Select at least one order'),
        v.maxLength(mostOrderIds, `At most ${mostOrderIds.toLocaleString('en-GB')} orders at once`),
      ),
    ],
    'An order id has 6 to 18 digits',
  ),
  v.transform((ids) => [...new Set(Array.isArray(ids) ? ids : [ids])]),
);

const target = { orderId: v.optional(orderIds), folderName: v.optional(folderName), searchVal, month };

/**
 * The input of a bulk call: its own fields, and the orders in one of two ways. `orderId` names them, or `folderName` with
 * `searchVal` (and `month` in Future Order) means all that the folder holds at that moment, beyond any page ("Select all N").
 */
export const bulkInput = <Own extends v.ObjectEntries>(own: Own) =>
  v.pipe(
    v.strictObject({ ...target, ...own }),
    v.check((input) => {
      const { orderId, folderName } = input as { orderId?: unknown; folderName?: unknown };
      return (orderId === undefined) !== (folderName === undefined);
    }, 'Name the orders or their folder'),
  );
