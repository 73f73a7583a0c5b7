/** The calls on orders: rules 21.3, 21.4, 21.5. */
import * as v from 'valibot';
import { moveTargets } from '../rules/orderStatus.ts';
import { bulkBodyLimit, bulkInput } from './fields/bulkInput.ts';
import { call } from './call.ts';
import { flag, noOrder, orderId, queuedMail, requiredText, storable, version } from './fields/fields.ts';
import { orderDetails } from './orderDetails.ts';
import { refundInput } from './refundDetails.ts';

/** Accepted and ignored: the member comes from the session. */
const ignoredName = v.optional(v.string());

const bulkResult = v.object({
  done: v.array(v.string()),
  failed: v.array(v.object({ orderId: v.string(), message: v.string(), by: v.optional(v.string()) })),
  /** Identifies the action for Undo; null if nothing changed. */
  actionId: v.nullable(v.string()),
  /** Set for a whole folder, and for over 500 orders: a job changes them, and `jobs` reports its progress. */
  jobId: v.optional(v.string()),
  /** The mail queued by an action on one order, which can still be cancelled. */
  mail: v.optional(v.object(queuedMail)),
});
export type BulkResult = v.InferOutput<typeof bulkResult>;

/** Whether a refusal's `data` is a bulk result, which has the reason for each order. */
export const isBulkResult = (data: unknown): data is BulkResult => v.is(bulkResult, data);

/**
 * The things that `undoLatest` undid. With `actionId`: an action and, if `mailId` is set, the mail of its question or
 * document.
 * Without: the mail `mailId`, or only a message that had been added to that mail.
 */
const undone = v.union([
  v.object({ actionId: v.string(), mailId: v.optional(v.number()) }),
  v.object({ mailId: v.number(), orderId: v.string() }),
]);

const actionId = v.pipe(v.string('Action id is required'), v.uuid('There is no such action'));

/** A bulk call is refused only if it changed no order; `data.failed`, if present, has the reason for each order. */
const bulkRefusals = {
  403: 'The role may not open the folder, or may not do this to any of the orders',
  404: 'None of the orders exists',
  409: 'Every order has changed or is assigned to somebody else, or your previous bulk action is still running',
};

export const bulkCall = {
  method: 'PUT',
  refuses: bulkRefusals,
  data: bulkResult,
  bodyLimit: bulkBodyLimit,
} as const;

const moveTarget = v.picklist(moveTargets, 'An order cannot be moved there');

export const remarkInput = v.strictObject({
  orderId,
  remark: v.pipe(
    requiredText('Please enter your remark'),
    v.maxLength(10_000, 'A comment can have at most 10,000 characters.'),
  ),
  remarkerName: ignoredName,
  whatsapp: flag,
  telephone: flag,
  statusRefund: flag,
  voided: flag,
  chargeBack: flag,
  /** Also moves the order, in the same transaction. */
  updatingStatus: v.optional(moveTarget),
  refund: v.optional(refundInput),
  version,
});

export const orderCalls = {
  details: call({
    method: 'GET',
    path: '/admin/get-orders-details/:orderId',
    needs: 'order.read',
    summary: 'One order with all its details',
    refuses: noOrder,
    input: v.object({ orderId }),
    data: orderDetails,
  }),
  assign: call({
    ...bulkCall,
    path: '/admin/assign-order-status',
    needs: 'order.assign',
    summary: 'Assign orders to yourself or, as Admin or Manager, to another member; an empty name unassigns them',
    refuses: { ...bulkRefusals, 404: 'None of the orders exists, or no member has that name' },
    input: bulkInput({
      assignto: v.pipe(v.string('Name is required'), v.trim(), storable),
    }),
  }),
  changeStatus: call({
    ...bulkCall,
    path: '/admin/change-order-status',
    needs: 'order.delete',
    summary: 'Move orders to Deleted; they are never removed',
    input: bulkInput({
      permanentDeletedFlag: v.optional(v.literal(false, 'Orders are never deleted permanently'), false),
      updatingStatus: v.literal('Deleted', 'Only Deleted can be set here'),
    }),
  }),
  move: call({
    ...bulkCall,
    path: '/admin/move-order-status',
    needs: 'order.move',
    summary: 'Move orders to another status',
    input: bulkInput({ updatingStatus: moveTarget, refund: v.optional(refundInput), version }),
  }),
  restore: call({
    ...bulkCall,
    path: '/admin/restore-order',
    needs: 'order.restore',
    summary: 'Restore deleted orders with their previous status and assignee',
    input: bulkInput({}),
  }),
  completeRefund: call({
    ...bulkCall,
    path: '/admin/move-to-complete-refund',
    needs: 'order.refund',
    summary: '“Refunded it”: complete refunds and email the customers',
    input: bulkInput({}),
  }),
  nextOrder: call({
    method: 'POST',
    path: '/admin/next-order',
    needs: 'order.assign',
    summary: 'Claim the oldest unassigned order in New or Priority; without a folder, Priority first',
    refuses: { 404: 'There are no orders to take' },
    input: v.strictObject({
      folderName: v.optional(v.picklist(['newOrder', 'priorityOrder'], 'Take the next order from New or Priority')),
    }),
    data: v.object({ order_id: v.string(), actionId: v.string() }),
  }),
  undo: call({
    method: 'POST',
    path: '/admin/undo',
    needs: 'order.undo',
    summary: 'Undo your last action; a further call undoes the one before',
    refuses: {
      ...bulkRefusals,
      404: 'You have no action with this id',
      409: 'A later action has not been undone, or every order has changed since',
    },
    input: v.strictObject({ actionId }),
    data: bulkResult,
  }),
  undoLatest: call({
    method: 'POST',
    path: '/admin/undo-latest',
    needs: 'order.undo',
    summary: 'Cancel your newest queued email, or withdraw a newer message; without either, undo your last action',
    refuses: {
      403: 'The role may not undo this',
      409: 'The action has already been undone, or the customer has just read the message',
    },
    input: v.strictObject({}),
    /** Null if there is nothing to undo, or while the last action or its Undo runs; the message says which. */
    data: v.nullable(v.object({ ...bulkResult.entries, undone })),
  }),
  addRemark: call({
    method: 'POST',
    path: '/admin/add-new-remark',
    needs: 'order.remark',
    summary: 'Add a remark, and optionally move the order',
    refuses: {
      ...noOrder,
      403: 'The role may not move this order there',
      409: 'The order has changed, or cannot be moved there',
    },
    input: remarkInput,
    /** `actionId` identifies the move, for Undo; null without a move. */
    data: v.object({ id: v.number(), version: v.number(), actionId: v.nullable(v.string()) }),
  }),
};
