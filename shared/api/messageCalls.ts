/** Messages between staff and a customer: rules 9.26 to 9.29, 21.5. */
import * as v from 'valibot';
import { questionStatuses } from '../rules/orderStatus.ts';
import { bulkInput, maxSynchronousOrders } from './fields/bulkInput.ts';
import { call } from './call.ts';
import { noOrder, orderId, queuedMail, version, wholeNumber } from './fields/fields.ts';
import { messageText } from './fields/visibleText.ts';
import { bulkCall } from './orderCalls.ts';

/** Characters. */
export const maxQuestionLength = 1_000;
/** Characters. */
export const maxReplyLength = 2_000;

/** Order id → id of the newest message that the member saw. Orders with a newer message are not changed. */
const seenMessages = v.pipe(v.record(orderId, v.number()), v.maxEntries(maxSynchronousOrders));

export const messageCalls = {
  askCustomer: call({
    method: 'POST',
    path: '/admin/ask-customer',
    needs: 'order.remark',
    summary: 'Ask the customer a question, and move the order if requested',
    refuses: { ...noOrder, 409: 'The order has changed, cannot be moved there, or is not waiting for its customer' },
    input: v.strictObject({
      orderId,
      question: v.pipe(messageText(maxQuestionLength), v.nonEmpty('Please write your question.')),
      /** Required unless the order has one of these statuses. */
      updatingStatus: v.optional(v.picklist(questionStatuses, 'Choose Awaiting Customer or Contact Customer')),
      version,
    }),
    /** `actionId` identifies the move made with the question, for Undo; null if the order was not moved. */
    data: v.object({ id: v.number(), version: v.number(), actionId: v.nullable(v.string()), ...queuedMail }),
  }),
  replyToCustomer: call({
    method: 'POST',
    path: '/admin/reply-to-customer',
    needs: 'order.handle',
    summary: 'Reply to the customer and mark their messages as handled',
    refuses: { ...noOrder, 409: 'The order has changed, or is deleted' },
    input: v.strictObject({
      orderId,
      text: v.pipe(messageText(maxReplyLength), v.nonEmpty('Please write your reply.')),
      version,
    }),
    /** The mail may have been queued already, for an earlier message. */
    data: v.object({ id: v.number(), version: v.number(), ...queuedMail }),
  }),
  withdrawReply: call({
    method: 'POST',
    path: '/admin/withdraw-reply',
    needs: 'order.handle',
    summary: 'Withdraw a reply while its email is queued; cancels the email too, unless it was queued earlier',
    refuses: {
      404: 'There is no such reply',
      409: 'The reply was already withdrawn, its email is no longer queued, or the customer can already read the reply',
    },
    input: v.strictObject({ orderId, id: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'There is no such reply') }),
    data: v.object({ mailId: v.number(), orderId: v.string() }),
  }),
  handleMessages: call({
    ...bulkCall,
    method: 'POST',
    path: '/admin/handle-messages',
    needs: 'order.handle',
    summary: 'Mark the customers’ messages on orders as handled',
    input: bulkInput({ version, seen: v.optional(seenMessages) }),
  }),
};
