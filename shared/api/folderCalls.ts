/** The calls on folders: rule 21.3. */
import * as v from 'valibot';
import { months } from '../format/dates.ts';
import { folderNames, folders, type CountKey } from '../rules/folders.ts';
import { defaultRowsPerPage, maxRowsPerPage } from '../rules/listPagination.ts';
import { call, noInput } from './call.ts';
import { wholeNumber } from './fields/fields.ts';
import { folderName, month, searchVal } from './fields/listFilter.ts';
import { orderRow } from './orderRow.ts';

const counts = v.object(
  Object.fromEntries(folderNames.map((name) => [folders[name].count, v.number()])) as Record<
    CountKey,
    v.NumberSchema<undefined>
  >,
);
export type FolderCounts = v.InferOutput<typeof counts>;

const noFolder = { 403: 'The role may not open this folder', 404: 'There is no such folder' };

/** A search's hits in another folder, with the id of the newest. */
const foundElsewhere = v.object({ folderName: v.picklist(folderNames), total: v.number(), order_id: v.string() });
export type FoundElsewhere = v.InferOutput<typeof foundElsewhere>;

const limitFault = `Limit must be 1 to ${maxRowsPerPage}, or all`;

export const folderCalls = {
  folderCounts: call({
    method: 'GET',
    path: '/admin/get-folder-count',
    needs: 'session.read',
    summary: 'How many orders each folder holds',
    input: v.object({ userName: v.optional(v.string()) }),
    data: counts,
  }),
  list: call({
    method: 'GET',
    path: '/admin/get-orders-list/:orderName',
    needs: 'orders.read',
    summary: 'One page of a folder',
    refuses: noFolder,
    input: v.object({
      orderName: v.string(),
      page: v.optional(wholeNumber(1, 999_999_999, 'Page must be 1 or more'), 1),
      limit: v.optional(
        v.union([v.literal('all'), wholeNumber(1, maxRowsPerPage, limitFault)], limitFault),
        defaultRowsPerPage,
      ),
      /** The month of the processing date, in any year. Future Order only. */
      month,
      delay: v.optional(v.union([v.string(), v.number()])),
      /** Accepted and ignored: the member comes from the session. */
      userName: v.optional(v.string()),
    }),
    data: v.array(orderRow),
    extras: { total: v.number() },
  }),
  search: call({
    method: 'POST',
    path: '/admin/search-order',
    needs: 'orders.read',
    writes: 'nothing',
    summary: 'Search a folder by id, name, email or telephone',
    refuses: noFolder,
    input: v.pipe(
      v.strictObject({
        /** Row offsets, `end` exclusive; 'all' gives the first 1,000. */
        start: wholeNumber(0, 999_999_999, 'Start must be 0 or more'),
        end: v.union(
          [v.literal('all'), wholeNumber(0, 999_999_999, 'End must be a number or all')],
          'End must be a number or all',
        ),
        searchVal,
        folderName,
        month,
      }),
      v.forward(
        v.partialCheck(
          [['start'], ['end']],
          ({ start, end }) => end === 'all' || (end >= start && end - start <= 500),
          'End must be at most 500 after start',
        ),
        ['end'],
      ),
    ),
    data: v.array(orderRow),
    /** With a search text, `total` is at most 1,000; `more` is true if there are more hits. */
    extras: {
      total: v.number(),
      more: v.boolean(),
      /**
       * Other folders that have hits and that the member may open. Set on the first page of a search with fewer than
       * five hits. Counts only the newest 50 hits in Order History and the newest 50 in Deleted Orders.
       */
      elsewhere: v.optional(v.array(foundElsewhere)),
    },
  }),
  futureMonths: call({
    method: 'GET',
    path: '/admin/get-future-months',
    needs: 'orders.read',
    summary: 'How many future orders each month holds, January to December',
    input: noInput,
    data: v.array(v.object({ process_month: v.picklist(months), count: v.number() })),
  }),
};
