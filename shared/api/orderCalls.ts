/** The calls on orders: requirements section 7, decisions "The API's envelope" and "Statuses and folders". */
import * as v from 'valibot';
import { folderNames, folders, type CountKey } from '../rules/folders.ts';
import { moveTargets } from '../rules/orderStatus.ts';
import { call } from './call.ts';
import { flag, oneOrManyOrderIds, orderId, requiredText } from './fields.ts';
import { orderDetails } from './orderDetails.ts';
import { orderRow } from './orderRow.ts';

/** Accepted and ignored: who acts is the session's member. */
const ignoredName = v.optional(v.string());

/** A whole number that may come as text, in a query, within its bounds. */
const wholeNumber = (least: number, most: number, wrong: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/, wrong), v.transform(Number))], wrong),
    v.integer(wrong),
    v.minValue(least, wrong),
    v.maxValue(most, wrong),
  );

export const rowsPerPage = [10, 25, 50, 100, 500, 'all'] as const;
export type RowsPerPage = (typeof rowsPerPage)[number];

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
});
export type BulkResult = v.InferOutput<typeof bulkResult>;

/** The version of the order as the caller saw it; a stale one is 409. */
const version = v.optional(v.pipe(v.number(), v.integer()));

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
      delay: v.optional(v.union([v.string(), v.number()])),
      userName: ignoredName,
    }),
    data: v.array(orderRow),
    beside: { total: v.number() },
  }),
  details: call({
    method: 'GET',
    path: '/admin/get-orders-details/:orderId',
    needs: 'order.read',
    summary: 'One order whole',
    input: v.object({ orderId }),
    data: orderDetails,
  }),
  assign: call({
    method: 'PUT',
    path: '/admin/assign-order-status',
    needs: 'order.assign',
    summary: 'Assign orders to oneself or, for Admin and Manager, to another; an empty name gives them back',
    input: v.strictObject({
      orderId: oneOrManyOrderIds,
      assignto: v.pipe(v.string('Say to whom'), v.trim()),
    }),
    data: bulkResult,
  }),
  changeStatus: call({
    method: 'PUT',
    path: '/admin/change-order-status',
    needs: 'order.delete',
    summary: 'Delete orders (to the status Deleted, never for good)',
    input: v.strictObject({
      orderId: oneOrManyOrderIds,
      permanentDeletedFlag: v.optional(v.literal(false, 'Orders are never deleted for good'), false),
      updatingStatus: v.literal('Deleted', 'Only Deleted can be set here'),
    }),
    data: bulkResult,
  }),
  move: call({
    method: 'PUT',
    path: '/admin/move-order-status',
    needs: 'order.move',
    summary: 'Move orders to another status',
    input: v.strictObject({ orderId: oneOrManyOrderIds, updatingStatus: moveTarget, version }),
    data: bulkResult,
  }),
  restore: call({
    method: 'PUT',
    path: '/admin/restore-order',
    needs: 'order.restore',
    summary: 'Bring deleted orders back as they were',
    input: v.strictObject({ orderId: oneOrManyOrderIds }),
    data: bulkResult,
  }),
  completeRefund: call({
    method: 'PUT',
    path: '/admin/move-to-complete-refund',
    needs: 'order.refund',
    summary: 'Refunded it: completes the refund and mails the customer',
    input: v.strictObject({ orderId: oneOrManyOrderIds }),
    data: bulkResult,
  }),
  nextOrder: call({
    method: 'POST',
    path: '/admin/next-order',
    needs: 'order.assign',
    summary: 'Claim the oldest order of New or Priority that nobody has',
    input: v.strictObject({
      folderName: v.picklist(['newOrder', 'priorityOrder'], 'Take the next order from New or Priority'),
    }),
    data: v.object({ order_id: v.string() }),
  }),
  addRemark: call({
    method: 'POST',
    path: '/admin/add-new-remark',
    needs: 'order.remark',
    summary: 'Add a remark, and move the order with it if asked',
    input: remarkInput,
    data: v.object({ id: v.number(), version: v.number() }),
  }),
};
