/** The calls on orders: rules 21.3, 21.4, 21.5. */
import * as v from 'valibot';
import { months } from '../format/dates.ts';
import { folderNames, folders, type CountKey } from '../rules/folders.ts';
import { moveTargets } from '../rules/orderStatus.ts';
import { bulkBodyLimit, bulkInput } from './bulkInput.ts';
import { call, nothing } from './call.ts';
import { flag, orderId, requiredText, version, wholeNumber } from './fields.ts';
import { folderName, month, searchVal } from './listFilter.ts';
import { orderDetails } from './orderDetails.ts';
import { orderRow } from './orderRow.ts';
import { refundInput } from './refundDetails.ts';
import { storable } from './storable.ts';

/** Accepted and ignored: who acts is the session's member. */
const ignoredName = v.optional(v.string());

const counts = v.object(
  Object.fromEntries(folderNames.map((name) => [folders[name].count, v.number()])) as Record<
    CountKey,
    v.NumberSchema<undefined>
  >,
);
export type FolderCounts = v.InferOutput<typeof counts>;

/** A bulk's answer: what was done, and per order why not. `by` names who was faster. */
export const bulkResult = v.object({
  done: v.array(v.string()),
  failed: v.array(v.object({ orderId: v.string(), message: v.string(), by: v.optional(v.string()) })),
  /** Names the change, for Undo; null when nothing changed. */
  actionId: v.nullable(v.string()),
  /** A whole folder or more than 500 orders were meant: they are worked off, and `jobs` says how far that is. */
  jobId: v.optional(v.string()),
});
export type BulkResult = v.InferOutput<typeof bulkResult>;

/** Whether a refusal carries one: none was done, and it says of each order why. */
export const isBulkResult = (data: unknown): data is BulkResult => v.is(bulkResult, data);

/** How far a bulk is that is worked off beside the requests. */
export const bulkJob = v.object({
  jobId: v.string(),
  action: v.picklist(['assign', 'release', 'move', 'delete', 'restore', 'refund', 'undo']),
  /** The folder that was meant; null: orders that were named, or those of an action that is being undone. */
  folderName: v.nullable(v.picklist(folderNames)),
  state: v.picklist(['running', 'done', 'cancelled', 'failed']),
  /** Orders that were named, or that the folder and search held when it was asked for. */
  total: v.number(),
  /** Orders that were looked at: done, refused, or so already. Of orders that were named, the first ones. */
  finished: v.number(),
  done: v.number(),
  refused: v.number(),
  /** The first 500 that were not done, and why. */
  failed: v.array(v.object({ orderId: v.string(), message: v.string(), by: v.optional(v.string()) })),
  /** What a person is told: "96 assigned, 2 already taken by Max Manager". */
  message: v.string(),
  /** For Undo, once it has ended; null when nothing changed or it cannot be undone. */
  actionId: v.nullable(v.string()),
  /** Null while it runs. */
  finishedAt: v.nullable(v.string()),
});
export type BulkJob = v.InferOutput<typeof bulkJob>;

/** The action on orders, or the mail with its document, that `undoLatest` took back. */
const undone = v.union([v.object({ actionId: v.string() }), v.object({ mailId: v.number(), orderId: v.string() })]);

const actionId = v.pipe(v.string('Say which action'), v.uuid('There is no such action'));

const noFolder = { 403: 'The role may not list this folder', 404: 'There is no such folder' };
const noOrder = { 404: 'There is no such order' };
const noBulk = { 404: 'One has no such bulk' };

/** Of an action on orders: refused only when none of them was changed. `data.failed` tells why, order by order. */
const noneChanged = {
  403: 'The role may not list the folder, or not do this to any of the orders',
  404: 'None of the orders is there',
  409: 'Each order is in another state by now, or with somebody else; or one’s other bulk is still running',
};

const moveTarget = v.picklist(moveTargets, 'An order cannot be moved there');

export const remarkInput = v.strictObject({
  orderId,
  remark: v.pipe(
    requiredText('Please enter your remark'),
    v.maxLength(10_000, 'A remark has at most 10,000 characters'),
  ),
  remarkerName: ignoredName,
  whatsapp: flag,
  telephone: flag,
  statusRefund: flag,
  voided: flag,
  chargeBack: flag,
  /** "Comment and move" in one transaction. */
  updatingStatus: v.optional(moveTarget),
  refund: v.optional(refundInput),
  version,
});

export const orderCalls = {
  folderCounts: call({
    method: 'GET',
    path: '/admin/get-folder-count',
    needs: 'session.read',
    summary: 'How many orders each folder holds',
    input: v.object({ userName: ignoredName }),
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
        v.union(
          [v.literal('all'), wholeNumber(1, 500, 'Limit must be 1 to 500, or all')],
          'Limit must be 1 to 500, or all',
        ),
        10,
      ),
      /** Of the processing date, in Future Order alone; it counts every year. */
      month,
      delay: v.optional(v.union([v.string(), v.number()])),
      userName: ignoredName,
    }),
    data: v.array(orderRow),
    beside: { total: v.number() },
  }),
  search: call({
    method: 'POST',
    path: '/admin/search-order',
    needs: 'orders.read',
    writes: 'nothing',
    summary: 'The rows of a folder that hold a text in id, name, e-mails or telephone, in the folder’s order',
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
          'End must lie at most 500 after start',
        ),
        ['end'],
      ),
    ),
    data: v.array(orderRow),
    /** Exact up to 1,000; beyond, 1000 with `more`. */
    beside: { total: v.number(), more: v.boolean() },
  }),
  futureMonths: call({
    method: 'GET',
    path: '/admin/get-future-months',
    needs: 'orders.read',
    summary: 'How many future orders each month holds, January to December',
    input: nothing,
    data: v.array(v.object({ process_month: v.picklist(months), count: v.number() })),
  }),
  details: call({
    method: 'GET',
    path: '/admin/get-orders-details/:orderId',
    needs: 'order.read',
    summary: 'One order whole',
    refuses: noOrder,
    input: v.object({ orderId }),
    data: orderDetails,
  }),
  assign: call({
    method: 'PUT',
    path: '/admin/assign-order-status',
    needs: 'order.assign',
    summary: 'Assign orders to oneself or, for Admin and Manager, to another; an empty name gives them back',
    refuses: { ...noneChanged, 404: 'None of the orders is there, or nobody of that name' },
    input: bulkInput({
      assignto: v.pipe(v.string('Say to whom'), v.trim(), storable),
    }),
    data: bulkResult,
    bodyLimit: bulkBodyLimit,
  }),
  changeStatus: call({
    method: 'PUT',
    path: '/admin/change-order-status',
    needs: 'order.delete',
    summary: 'Delete orders (to the status Deleted, never for good)',
    refuses: noneChanged,
    input: bulkInput({
      permanentDeletedFlag: v.optional(v.literal(false, 'Orders are never deleted for good'), false),
      updatingStatus: v.literal('Deleted', 'Only Deleted can be set here'),
    }),
    data: bulkResult,
    bodyLimit: bulkBodyLimit,
  }),
  move: call({
    method: 'PUT',
    path: '/admin/move-order-status',
    needs: 'order.move',
    summary: 'Move orders to another status',
    refuses: noneChanged,
    input: bulkInput({ updatingStatus: moveTarget, refund: v.optional(refundInput), version }),
    data: bulkResult,
    bodyLimit: bulkBodyLimit,
  }),
  restore: call({
    method: 'PUT',
    path: '/admin/restore-order',
    needs: 'order.restore',
    summary: 'Bring deleted orders back as they were',
    refuses: noneChanged,
    input: bulkInput({}),
    data: bulkResult,
    bodyLimit: bulkBodyLimit,
  }),
  completeRefund: call({
    method: 'PUT',
    path: '/admin/move-to-complete-refund',
    needs: 'order.refund',
    summary: 'Refunded it: completes the refund and mails the customer',
    refuses: noneChanged,
    input: bulkInput({}),
    data: bulkResult,
    bodyLimit: bulkBodyLimit,
  }),
  nextOrder: call({
    method: 'POST',
    path: '/admin/next-order',
    needs: 'order.assign',
    summary: 'Claim the oldest order of New or Priority that nobody has; without a folder, of Priority and then of New',
    refuses: { 404: 'No order is left to take' },
    input: v.strictObject({
      folderName: v.optional(v.picklist(['newOrder', 'priorityOrder'], 'Take the next order from New or Priority')),
    }),
    data: v.object({ order_id: v.string(), actionId: v.string() }),
  }),
  undo: call({
    method: 'POST',
    path: '/admin/undo',
    needs: 'order.undo',
    summary:
      'Take back one’s own last action, then the one before it: each order that nobody else changed gets what it had',
    refuses: {
      ...noneChanged,
      404: 'One did no such action',
      409: 'One did something after it that is not taken back, or each order was changed since',
    },
    input: v.strictObject({ actionId }),
    data: bulkResult,
  }),
  undoLatest: call({
    method: 'POST',
    path: '/admin/undo-latest',
    needs: 'order.undo',
    summary: 'Take back one’s newest waiting mail; without one, one’s own last action that is not taken back yet',
    refuses: { 403: 'The role may not do the reverse', 409: 'The action was taken back meanwhile' },
    input: v.strictObject({}),
    /** Null: nothing was taken back, and the message says why. */
    data: v.nullable(v.object({ ...bulkResult.entries, undone })),
  }),
  jobs: call({
    method: 'GET',
    path: '/admin/bulk',
    needs: 'orders.read',
    summary: 'How far one’s own bulks over many orders are: the last three of a day, newest first',
    input: nothing,
    data: v.array(bulkJob),
  }),
  bulkProgress: call({
    method: 'GET',
    path: '/admin/bulk/:jobId',
    needs: 'orders.read',
    summary: 'How far one’s own bulk over many orders is',
    refuses: noBulk,
    input: v.object({ jobId: v.pipe(v.string(), v.uuid('There is no such bulk')) }),
    data: bulkJob,
  }),
  cancelBulk: call({
    method: 'DELETE',
    path: '/admin/bulk/:jobId',
    needs: 'orders.read',
    summary: 'Cancel the rest of one’s own bulk; what is done stays done',
    refuses: noBulk,
    input: v.object({ jobId: v.pipe(v.string(), v.uuid('There is no such bulk')) }),
    data: bulkJob,
  }),
  addRemark: call({
    method: 'POST',
    path: '/admin/add-new-remark',
    needs: 'order.remark',
    summary: 'Add a remark, and move the order with it if asked',
    refuses: {
      ...noOrder,
      403: 'The role may not move this order there',
      409: 'The order has changed, or cannot be moved there',
    },
    input: remarkInput,
    /** `actionId` names the move that went with it, for Undo; null when nothing was moved. */
    data: v.object({ id: v.number(), version: v.number(), actionId: v.nullable(v.string()) }),
  }),
};
